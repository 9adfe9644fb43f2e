import { expect, test } from "vitest";
import { createProgress } from "../../../main/cli/progress.ts";
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
  expect(terminal.written.err).toBe("Campaign 1: 0 of 12\nCampaign 1: 5 of 12\nCampaign 1: 10 of 12\n");
});

test("redraws the bar on a terminal and removes it at the end", () => {
  const terminal = createFakeTerminal({ interactive: true });
  const progress = createProgress(terminal, createFakeClock());
  progress.show({ label: "sim", done: 1, total: 2, etaMs: 5000 });
  progress.end();
  expect(terminal.written.err).toBe(`\r\u001b[2K[${"█".repeat(12)}${"·".repeat(12)}] sim: 1 of 2, 5 s left\r\u001b[2K`);
});
