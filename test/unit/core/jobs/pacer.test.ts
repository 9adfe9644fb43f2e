import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPacer, createRateMeter, createSpeed } from "../../../../main/core/jobs/pacer.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";

const neverAborted = new AbortController().signal;

/** Takes as fast as allowed for `seconds` of fake time, in steps of `stepMs`; returns how many were taken. */
async function takenIn(rate: number, seconds: number, stepMs: number, max = 10): Promise<number> {
  const clock = createFakeClock();
  const pacer = createPacer(clock, rate);
  const stop = new AbortController();
  let total = 0;
  const worker = (async () => {
    while (!stop.signal.aborted) total += await pacer.take(max, stop.signal);
  })().catch(() => undefined);
  for (let passed = 0; passed < seconds * 1000; passed += stepMs) await clock.advance(stepMs);
  stop.abort();
  await worker;
  return total;
}

describe("a pacer", () => {
  it.each([0.5, 5, 33.3, 200])("keeps a rate of %d a second within 2 % over a minute", async (rate) => {
    const total = await takenIn(rate, 60, 1000);
    expect(Math.abs(total - rate * 60)).toBeLessThanOrEqual(Math.max(1, rate * 60 * 0.02));
  });

  it("compensates for late timers, but never by more than a quarter of a second", async () => {
    const clock = createFakeClock();
    const pacer = createPacer(clock, 100);
    await clock.advance(10_000);
    expect(await pacer.take(1000, neverAborted)).toBe(25);
  });

  it("takes the requested number at once when no rate is set", async () => {
    const pacer = createPacer(createFakeClock(), undefined);
    expect(await pacer.take(64, neverAborted)).toBe(64);
  });

  it("releases a waiting call when the rate is raised", async () => {
    const clock = createFakeClock();
    const pacer = createPacer(clock, 0.001);
    await pacer.take(1, neverAborted);
    const waiting = pacer.take(1, neverAborted);
    await clock.advance(1000);
    pacer.setRate(10);
    await clock.advance(100);
    expect(await waiting).toBe(1);
  });

  it("rejects a waiting call when it is aborted", async () => {
    const clock = createFakeClock();
    const pacer = createPacer(clock, 0.001);
    await pacer.take(1, neverAborted);
    const stop = new AbortController();
    const waiting = pacer.take(1, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    expect(clock.waiting).toBe(0);
  });

  it("never exceeds rate × span + burst, whatever is taken, returned and waited", async () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: 400 }),
      max: fc.integer({ min: 1, max: 50 }),
      back: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.array(step, { maxLength: 30 }), async (rate, steps) => {
        const clock = createFakeClock();
        const pacer = createPacer(clock, rate);
        let used = 0;
        for (const { waitMs, max, back } of steps) {
          await clock.advance(waitMs);
          const taking = pacer.take(max, neverAborted);
          await clock.advance(1000 / rate + 1);
          const count = await taking;
          const returned = Math.min(back, count);
          pacer.giveBack(returned);
          used += count - returned;
          expect(used).toBeLessThanOrEqual((rate * clock.monotonic()) / 1000 + Math.max(1, rate / 4) + 1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the current speed", () => {
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
});

describe("the recent rate", () => {
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
});
