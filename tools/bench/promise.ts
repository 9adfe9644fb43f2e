/**
 * Campaigns under random faults, crashes, restarts, restores, take-overs and clock jumps, evaluated by the service's own ledger: the property of
 * `test/integration/features/campaigns/promise.test.ts`, over many more of them.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlayedCampaign } from "../../test/make/promise-campaign.ts";
import { answerJob } from "./child.ts";
import type { Figure, Report } from "./figures.ts";
import type { Job } from "./job.ts";

interface Outcome {
  readonly number: number;
  readonly played: PlayedCampaign;
}

const root = new URL("../..", import.meta.url);

/** Runs the test in a process of its own: threads and databases are created as in every test. */
async function runCampaigns(count: number, seed: number, report: string): Promise<readonly Outcome[]> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "integration"];
  const child = spawn(process.execPath, [...vitest, "test/integration/features/campaigns/promise.test.ts"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    env: {
      ...process.env,
      FLEETDESK_PROMISE_SEED: String(seed),
      FLEETDESK_PROMISE_CAMPAIGNS: String(count),
      FLEETDESK_PROMISE_REPORT: report,
    },
  });
  await once(child, "close");
  if (!existsSync(report)) throw new Error("A campaign came to no end: the output above names it.");
  return JSON.parse(readFileSync(report, "utf8")) as readonly Outcome[];
}

answerJob(async ({ quick, seed, scratch }: Job): Promise<Report> => {
  const outcomes = await runCampaigns(quick ? 20 : 300, seed, join(scratch, "promise.json"));
  const sum = (of: (played: PlayedCampaign) => number): number =>
    outcomes.reduce((all, { played }) => all + of(played), 0);
  const broken = outcomes.filter(({ played }) => played.broken.length > 0);
  const finished = outcomes.filter(({ played }) => played.state === "finished").length;
  const numbers = broken.map(({ number }) => number).join(", ");
  const figure = (name: string, of: (played: PlayedCampaign) => number, note?: string): Figure => ({
    label: name,
    value: sum(of),
    unit: "",
    note,
  });
  return {
    figures: [
      {
        label: "campaigns",
        value: outcomes.length,
        unit: "",
        note: `${finished} finished, the others wait for an operator`,
      },
      figure("recipients", ({ counts }) => counts.planned - counts.excluded),
      figure("crashes", ({ crashes }) => crashes),
      figure("restarts", ({ restarts }) => restarts),
      figure("restores of an older database", ({ restores }) => restores),
      figure("take-overs by a copy", ({ takeOvers }) => takeOvers),
      figure("recipients requeued after a rejection", ({ requeued }) => requeued),
      figure("clock jumps", ({ jumps }) => jumps),
      figure("sleeps of up to 60 hours", ({ daysLater }) => daysLater),
      figure("SMS in the service's ledger", ({ sent }) => sent),
      figure("reported accepted", ({ counts }) => counts.accepted),
      figure("of these matched by text", ({ matchedByText }) => matchedByText),
      figure("left unknown", ({ counts }) => counts.unknown, "for an operator to decide"),
      { ...figure("endpoints sent to twice", ({ twice }) => twice), target: { atMost: 0 } },
      {
        label: "campaigns that broke the promise",
        value: broken.length,
        unit: "",
        target: { atMost: 0 },
        note: broken.length === 0 ? undefined : `numbers ${numbers} of seed ${seed}`,
      },
    ],
    details: outcomes,
  };
});
