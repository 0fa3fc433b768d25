// SPDX-License-Identifier: BSD-3-Clause
// What both browser tests share: where things are (CMake says so in the environment), the timeline that a viewer is to show, and a
// Chromium of their own, which talks to nothing outside.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const require = createRequire(join(process.env.MPITRACE_TEST_PACKAGES, 'package.json'));
const { chromium } = require('playwright-core');

const kArguments = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--remote-debugging-port=0'];

export const trace = process.env.MPITRACE_TEST_TRACE;
export const speedscope = require.resolve('speedscope/dist/release/index.html');

// What the file holds: the names of its ranks and threads, and of all slices.
export function readTrace() {
  const events = JSON.parse(gunzipSync(readFileSync(trace))).traceEvents;
  const named = (name) => new Map(events.filter((event) => event.name === name).map((event) => [event, event.args.name]));
  const slices = events.filter((event) => event.ph === 'X');
  return { ranks: [...named('process_name')], threads: [...named('thread_name')], slices };
}

// Opens a page in a fresh Chromium, gives it to show(page, origin), where origin serves DevTools, and checks that nothing went wrong on it:
// no error thrown, no alert, and of the console's texts none that complaint matches.
export async function withPage(complaint, show) {
  const profile = mkdtempSync(join(tmpdir(), 'mpitrace-browser-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath: process.env.MPITRACE_TEST_CHROMIUM, args: kArguments });
  try {
    const complaints = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => { complaints.push(dialog.message()); dialog.dismiss(); });
    page.on('console', (message) => { if (complaint.test(message.text())) complaints.push(message.text()); });
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    await show(page, `http://127.0.0.1:${port}`).catch((error) => { throw new Error([String(error), ...complaints].join('\n')); });
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
