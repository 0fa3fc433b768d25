// SPDX-License-Identifier: BSD-3-Clause
// speedscope shows the merged timeline of two ranks: each thread with its rank in its list of threads, and not one complaint about the
// order of events on its console.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { readTrace, speedscope, trace, withPage } from './chromium.mjs';

test('speedscope lists the threads of each rank by name', async () => {
  const { ranks, threads, slices } = readTrace();
  const rankOf = new Map(ranks.map(([event, name]) => [event.pid, name]));
  const filled = new Set(slices.map((slice) => slice.tid));
  const expected = threads.filter(([event]) => filled.has(event.tid))
    .map(([event, name]) => `${rankOf.get(event.pid)} (pid ${event.pid}), ${name} (tid ${event.tid})`);
  await withPage(/error|tried to end|still open|out of order/i, async (page) => {
    await page.goto(pathToFileURL(speedscope).href);
    await page.locator('input[type=file]').setInputFiles(trace);
    await page.getByText(`(1/${expected.length})`).click();  // opens the list
    for (const name of expected) await page.getByText(name).last().waitFor();
  });
});
