import { expect, it } from "vitest";
import { createSpeed } from "../../../../main/core/jobs/speed.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";

it("returns 0 before the end of the first window", () => {
  const speed = createSpeed(createFakeClock());
  speed.add();
  expect(speed.perMs()).toBe(0);
});

it("follows a change of speed within a tenth of a second", async () => {
  const clock = createFakeClock();
  const speed = createSpeed(clock);
  for (let ms = 0; ms < 200; ms += 1) {
    await clock.advance(1);
    speed.add();
  }
  expect(speed.perMs()).toBeCloseTo(1);
  for (let turn = 0; turn < 10; turn += 1) {
    await clock.advance(10);
    speed.add();
  }
  expect(speed.perMs()).toBeCloseTo(0.1);
});
