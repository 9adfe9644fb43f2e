import { expect, it } from "vitest";
import { createRateMeter } from "../../../../main/core/jobs/rate-meter.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";

it("returns 0 before the first unit", () => {
  expect(createRateMeter(createFakeClock()).perSecond()).toBe(0);
});

it("averages over the last ten seconds and ignores what is older", async () => {
  const clock = createFakeClock();
  const meter = createRateMeter(clock);
  for (let second = 0; second < 30; second += 1) {
    meter.add(second < 15 ? 100 : 20);
    await clock.advance(1000);
  }
  expect(meter.perSecond()).toBeCloseTo(18, 0);
});
