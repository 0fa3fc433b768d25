// SPDX-License-Identifier: BSD-3-Clause
// Chromium's trace viewer, DevTools > Performance > Load profile, shows the merged timeline of two ranks: the file is given to its file
// chooser, and what the flame chart then draws is asked of the chart, since a canvas has no text.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readTrace, trace, withPage } from './chromium.mjs';

// Runs in the page: the chart's groups, from top to bottom, and the titles of its bars.
async function drawn() {
  const { TimelinePanel } = await import('./panels/timeline/timeline.js');
  const flameChart = TimelinePanel.TimelinePanel.instance().getFlameChart();
  const data = flameChart.getMainFlameChart().timelineData();
  const titles = Array.from(data.entryStartTimes, (_, entry) => flameChart.getMainDataProvider().entryTitle(entry));
  return { groups: data.groups.map((group) => group.name), titles };
}

test('DevTools shows a track for each rank and thread, and every call', async () => {
  const { ranks, threads, slices } = readTrace();
  assert.equal(ranks.length, 2);
  await withPage(/error|malformed|failed to parse/i, async (page, origin) => {
    await page.goto(`${origin}/devtools/devtools_app.html?panel=timeline`);
    await page.locator('input[type=file]').first().setInputFiles(trace);
    await page.getByRole('tree', { name: 'Flame chart' }).first().waitFor();
    const { groups, titles } = await page.evaluate(drawn);
    for (const [event, name] of ranks) assert.ok(groups.includes(`${name} (${event.pid})`), `${name} is not among ${groups}`);
    for (const [event, name] of threads) assert.ok(groups.includes(`${name} (${event.tid})`), `${name} is not among ${groups}`);
    assert.deepEqual(titles.sort(), slices.map((slice) => slice.name).sort());
  });
});
