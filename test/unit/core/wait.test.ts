/** Work serialised by key, and grace periods that outlive a process. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createKeyedMutex, createSendClock } from "../../../main/core/wait.ts";

test("work with one key runs in call order, in parallel to work with another key", async () => {
  const runExclusive = createKeyedMutex();
  const events: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  const first = runExclusive("a", async () => {
    events.push("a1 begins");
    await gate;
    events.push("a1 ends");
  });
  const second = runExclusive("a", () => Promise.resolve(events.push("a2")));
  await runExclusive("b", () => Promise.resolve(events.push("b")));
  expect(events).toEqual(["a1 begins", "b"]);
  open(undefined);
  await Promise.all([first, second]);
  expect(events).toEqual(["a1 begins", "b", "a1 ends", "a2"]);
});

test("a failure affects its own caller only", async () => {
  const runExclusive = createKeyedMutex();
  const failing = runExclusive("a", () => Promise.reject(new Error("no")));
  const next = runExclusive("a", () => Promise.resolve(1));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe(1);
});

test("counts a grace period from the moment of sending, whatever sets the clock and however often the program starts", async () => {
  const events = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({ kind: fc.constant("jump" as const), ms: fc.integer({ min: -10_000_000, max: 10_000_000 }) }),
      fc.constant({ kind: "start" as const, ms: 0 }),
      fc.constant({ kind: "reboot" as const, ms: 0 }),
    ),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 200_000 }), events, async (uptime, list) => {
      const clock = createFakeClock();
      await clock.advance(uptime);
      let process = createSendClock(clock);
      let sent = process.moment();
      const sentAt = clock.monotonic();
      let isSameBoot = true;
      for (const { kind, ms } of list) {
        if (kind === "pass") await clock.advance(ms);
        if (kind === "jump") clock.jump(ms);
        if (kind === "reboot") clock.reboot();
        if (kind === "reboot" || kind === "start") {
          process = createSendClock(clock);
          // As a start of the program stores it (`recoverChanges`).
          sent = { ...sent, sentAt: Math.min(sent.sentAt, process.now()) };
        }
        isSameBoot &&= kind !== "reboot";
        const elapsed = process.now() - process.graceFrom(sent);
        expect(elapsed).toBeLessThanOrEqual(clock.monotonic() - sentAt + 1);
        if (isSameBoot) expect(elapsed).toBeGreaterThanOrEqual(clock.monotonic() - sentAt - 2_001);
      }
    }),
    { numRuns: 200 },
  );
});
