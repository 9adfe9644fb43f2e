/** The window over the large cache: first rows, typing a filter, scrolling, memory; the built app in a real browser engine. */
import { mkdirSync, rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { launchInShell } from "../../test/e2e/harness/shell-driver.ts";
import { buildIfNeeded } from "../fresh-build.ts";
import { answerJob } from "./child.ts";
import type { Report } from "./figures.ts";
import { needLarge, type Job } from "./job.ts";
import { largest, median, percentile } from "./statistics.ts";
import { firstRowsMs, heapBytes, filterMs, visitMs, watchFrames } from "./window-probe.ts";

const megabyte = 1024 * 1024;

/** Filters whose first row differs from every other filter's. */
const questions: readonly (readonly [string, string])[] = [
  ["name:van-00*", "van-00"],
  ["name:*meter*", "meter-"],
  ["name:pump-001*", "pump-001"],
  ["name:*vending-00*", "vending-00"],
  ["name:gate-01*", "gate-01"],
  ["name:*tracker-0*7", "tracker-0"],
  ["name:alarm-0*", "alarm-0"],
  ["status:1,name:van*", "van-.*Disabled"],
  ["iccid:89883030010000,name:*pump*", "pump-"],
  ["tags:*night*,name:*meter*", "meter-"],
];

async function typing(page: Page, rounds: number): Promise<readonly number[]> {
  const times: number[] = [];
  const filter = page.locator("[data-filter]");
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [text, expected] of questions) {
      // The whole list first, as before typing.
      await filter.fill("");
      await page.getByRole("row", { name: /-000001/ }).waitFor();
      await filter.focus();
      times.push(await filterMs(page, text, expected));
    }
  }
  await filter.fill("");
  await page.keyboard.press("Enter");
  return times;
}

async function scrolling(page: Page, wheels: number): Promise<readonly number[]> {
  const grid = page.getByRole("grid");
  await grid.click({ position: { x: 200, y: 200 } });
  const stop = await watchFrames(page);
  for (let turn = 0; turn < wheels; turn += 1) await page.mouse.wheel(0, turn % 20 === 19 ? 60_000 : 700);
  for (const key of ["End", "Home", "End", "PageUp", "PageUp", "Home"]) {
    await page.keyboard.press(key);
    await firstRowsMs(page);
  }
  return await stop();
}

/** Every page of the rail once, after the window was idle for a while; each visit starts at the list. */
async function firstVisits(page: Page): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const links = page.locator('[data-pane="rail"] a[href^="#/"]:not([href*="?"])');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")?.slice(1) ?? ""));
  for (const address of addresses.filter((one) => !one.startsWith("/fleet"))) {
    times.set(address, await visitMs(page, address));
    await visitMs(page, "/fleet/endpoint");
  }
  return times;
}

answerJob(async (job: Job): Promise<Report> => {
  const { dataDir, rows } = needLarge(job);
  buildIfNeeded((text) => console.error(text));
  const rounds = job.quick ? 1 : 5;
  const starts: number[] = [];
  let filterTimes: readonly number[] = [];
  let frames: readonly number[] = [];
  let heap = 0;
  let visits: ReadonlyMap<string, number> = new Map();
  const startedAt = performance.now();
  const app = launchInShell({ args: [], env: { FLEETDESK_KEYCHAIN: "memory" }, dataDir });
  try {
    const page = await app.page();
    await page.setViewportSize({ width: 1440, height: 900 });
    // The program starts with the overview, or with the page of its last end.
    await page.evaluate(`location.hash = "#/fleet/endpoint"`);
    await firstRowsMs(page);
    const coldMs = performance.now() - startedAt;
    for (let turn = 0; turn < rounds; turn += 1) {
      await page.reload();
      starts.push(await firstRowsMs(page));
    }
    filterTimes = await typing(page, rounds);
    frames = await scrolling(page, job.quick ? 40 : 400);
    visits = await firstVisits(page);
    heap = await heapBytes(page);
    return {
      figures: [
        {
          label: "window to first rows",
          value: median(starts),
          unit: "ms",
          target: { atMost: 1000 },
          note: `median of ${rounds} loads of the window, longest ${largest(starts).toFixed(0)} ms; ${rows} cached rows`,
        },
        {
          label: "process to first rows",
          value: coldMs,
          unit: "ms",
          note: "one cold start, the engine's own start included",
        },
        {
          label: "typing a filter to new rows, p95",
          value: percentile(filterTimes, 0.95),
          unit: "ms",
          target: { atMost: 100 },
          note: `${filterTimes.length} filters, median ${median(filterTimes).toFixed(0)} ms, longest ${largest(filterTimes).toFixed(0)} ms`,
        },
        {
          label: "frames while scrolling, p95",
          value: percentile(frames, 0.95),
          unit: "ms",
          target: { atMost: 50 },
          note: `${frames.length} frames by wheel, Home and End; longest ${largest(frames).toFixed(0)} ms`,
        },
        {
          label: "first visit of a page, longest",
          value: largest([...visits.values()]),
          unit: "ms",
          target: { atMost: 100 },
          note: [...visits].map(([id, ms]) => `${id} ${ms.toFixed(0)}`).join(", "),
        },
        {
          label: "heap of the window",
          value: heap / megabyte,
          unit: "MB",
          target: { atMost: 150 },
          note: "after all of that and a collection",
        },
      ],
      details: { starts, filterTimes, frames, visits: Object.fromEntries(visits), coldMs },
    };
  } finally {
    await app.end();
    rmSync(job.scratch, { recursive: true, force: true });
    mkdirSync(job.scratch, { recursive: true });
  }
});
