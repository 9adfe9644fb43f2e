/** The window while a campaign proceeds at full speed: from a key press to the painted frame with its effect. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchInShell } from "../../test/e2e/harness/shell-driver.ts";
import { buildIfNeeded } from "../fresh-build.ts";
import { answerJob } from "./child.ts";
import type { Report } from "./figures.ts";
import { from, template, writeCsv, type Job } from "./job.ts";
import { countAccepted, sendableEndpoints, startService } from "./service.ts";
import { largest, median, percentile } from "./statistics.ts";
import { inputToPaintMs, watchFrames } from "./window-probe.ts";

interface Outcome {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly failure?: unknown;
}

async function call<T>(page: Page, address: string, input: unknown): Promise<T> {
  const outcome = await page.evaluate<Outcome>(`window.fleet.call("${address}", ${JSON.stringify(input)})`);
  if (!outcome.ok) throw new Error(`${address} failed: ${JSON.stringify(outcome.failure)}`);
  return outcome.value as T;
}

/** A search for one recipient, as typed and deleted again. */
const keystrokes = [
  "7",
  "0",
  "0",
  "1",
  "2",
  "Backspace",
  "Backspace",
  "9",
  "Backspace",
  "Backspace",
  "Backspace",
  "Backspace",
];

answerJob(async ({ quick, seed, scratch }: Job): Promise<Report> => {
  buildIfNeeded((text) => console.error(text));
  const recipients = quick ? 3_000 : 60_000;
  await using service = await startService({ endpoints: Math.ceil(recipients * 1.2), seed });
  const csv = writeCsv(scratch, await sendableEndpoints(service, recipients));
  const app = launchInShell({ args: [], env: { FLEETDESK_KEYCHAIN: "memory" }, dataDir: join(scratch, "data") });
  try {
    const page = await app.page();
    await page.setViewportSize({ width: 1440, height: 900 });
    await call(page, "connections.connect", {
      name: "bench",
      baseUrl: service.baseUrl,
      secret: { applicationToken: service.applicationToken },
      options: { ceiling: "none" },
    });
    await call(page, "fleet.sync", { collections: ["endpoint"] });
    const { campaignId, planned } = await call<{ campaignId: string; planned: number }>(page, "campaigns.plan", {
      name: "live-campaign",
      from,
      text: template,
      audience: [{ source: { csv: { file: csv } } }],
      concurrency: 64,
      rate: 1000,
    });
    await page.evaluate(`location.hash = "/campaigns/${campaignId}"`);
    const search = page.getByRole("searchbox", { name: "Search recipients" });
    await search.waitFor();
    // None is excluded, so every one can be sent to.
    await call(page, "campaigns.start", { campaignId, confirm: planned });
    await search.focus();
    const startedAt = performance.now();
    const before = await countAccepted(service);
    const stop = await watchFrames(page);
    const times: number[] = [];
    const rounds = quick ? 2 : 12;
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const key of keystrokes) times.push(await inputToPaintMs(page, key));
    }
    const frames = await stop();
    const seconds = (performance.now() - startedAt) / 1000;
    const perSecond = ((await countAccepted(service)) - before) / seconds;
    const { state } = await call<{ state: string }>(page, "campaigns.status", { campaignId });
    if (state !== "running") throw new Error(`The campaign was ${state} before the last key: nothing was shown.`);
    await call(page, "campaigns.stopAll", {});
    return {
      figures: [
        {
          label: "input to paint while sending, p95",
          value: percentile(times, 0.95),
          unit: "ms",
          target: { atMost: 100 },
          note: `${times.length} keys, median ${median(times).toFixed(0)} ms, longest ${largest(times).toFixed(0)} ms`,
        },
        {
          label: "sent meanwhile",
          value: perSecond,
          unit: "/s",
          note: "the service's own count; 1,000/s were requested",
        },
        {
          label: "frames while sending, p95",
          value: percentile(frames, 0.95),
          unit: "ms",
          note: `${frames.length} frames, longest ${largest(frames).toFixed(0)} ms`,
        },
      ],
      details: { times, frames, perSecond },
    };
  } finally {
    await app.end();
  }
});
