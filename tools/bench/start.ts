/** From the call to a responsive core, with a large cache after a clean end; each start in a process of its own. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { answerJob, runInChild } from "./child.ts";
import type { Report } from "./figures.ts";
import { needLarge, type Job } from "./job.ts";
import { largest, median } from "./statistics.ts";
import type { StartTimes } from "./start-once.ts";

const run = promisify(execFile);
const cli = fileURLToPath(new URL("../../main/cli.ts", import.meta.url));

async function timeCommand(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  await run(process.execPath, [cli, "connection", "list", "--json", "--data-dir", dataDir, "--keychain", "memory"]);
  return performance.now() - startedAt;
}

answerJob(async (job: Job): Promise<Report> => {
  const { dataDir, rows } = needLarge(job);
  const rounds = job.quick ? 2 : 7;
  const starts: StartTimes[] = [];
  const commands: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const once = new URL("start-once.ts", import.meta.url);
    starts.push(await runInChild<{ dataDir: string }, StartTimes>(once, { dataDir }, { timeoutMs: 60_000 }));
    commands.push(await timeCommand(dataDir));
  }
  const ready = starts.map(({ readyMs }) => readyMs);
  const loaded = median(starts.map(({ loadMs }) => loadMs));
  const note = `median of ${rounds}, longest ${largest(ready).toFixed(0)} ms; ${rows} cached rows; loading the code took ${loaded.toFixed(0)} ms before`;
  return {
    figures: [
      { label: "start to ready", value: median(ready), unit: "ms", target: { atMost: 300 }, note },
      { label: "start to first page", value: median(starts.map(({ pageMs }) => pageMs)), unit: "ms" },
      { label: "command `connection list --json`", value: median(commands), unit: "ms", note: "whole process" },
    ],
    details: { starts, commands },
  };
});
