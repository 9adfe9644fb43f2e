import { expect, test } from "vitest";
import { codedText } from "#shared/texts/coded-text.ts";
import { startRun } from "../../../../make/run-over-service.ts";

const hour = 3_600_000;

test("shows the end of the quiet hours in which the computer wakes up", async () => {
  const quiet = { fromMinute: 22 * 60, untilMinute: 8 * 60 };
  const stage = startRun({
    message: () => ({ outcome: "accepted", reference: "1" }),
    probe: () => ({ kind: "answered" }),
    schedule: { zone: "UTC", missed: { rule: "ask" }, quiet },
    campaign: { startedAt: 1 },
  });
  const endsAt = stage.clock.now() + 8 * hour;
  const quietUntil = (at: number): unknown => codedText("quiet-until", { until: { at, zone: "UTC" } });
  await stage.pass(hour);
  expect(stage.state()).toMatchObject({ reason: "quiet-hours", message: quietUntil(endsAt) });
  stage.clock.jump(24 * hour);
  await stage.pass(20_000);
  expect(stage.state()).toMatchObject({ reason: "quiet-hours", message: quietUntil(endsAt + 24 * hour) });
  await stage.pass(7 * hour + 60_000);
  expect(stage.moves.at(-1)).toBe("finish");
});
