import { expect, test } from "vitest";
import { formatDuration } from "#shared/format.ts";
import { createProgress } from "../../../main/cli/progress.ts";
import { t } from "../../../main/cli/text.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";

test("writes a line at most every five seconds without a terminal", async () => {
  const clock = createFakeClock();
  const terminal = createFakeTerminal();
  const progress = createProgress(terminal, clock);
  for (let done = 0; done < 12; done += 1) {
    progress.show({ label: "Campaign 1", done, total: 12 });
    await clock.advance(1000);
  }
  const lines = ["0", "5", "10"].map((done) => t(($) => $.cli.program.countOfTotal, { done, total: "12" }));
  expect(terminal.written.err).toBe(lines.map((line) => `Campaign 1: ${line}\n`).join(""));
});

test("redraws the bar on a terminal and removes it at the end", () => {
  const terminal = createFakeTerminal({ interactive: true });
  const progress = createProgress(terminal, createFakeClock());
  progress.show({ label: "sim", done: 1, total: 2, etaMs: 5000 });
  progress.end();
  const count = t(($) => $.cli.program.countOfTotal, { done: "1", total: "2" });
  const timeLeft = t(($) => $.cli.program.timeLeft, { duration: formatDuration(5000) });
  expect(terminal.written.err).toBe(
    `\r\u001b[2K[${"█".repeat(12)}${"·".repeat(12)}] sim: ${count}, ${timeLeft}\r\u001b[2K`,
  );
});
