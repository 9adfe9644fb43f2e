/** When a governor notifies its state. */
import { expect, test } from "vitest";
import { createGovernor, type Governor } from "../../../../main/core/api/governor.ts";
import { watchGovernor } from "../../../../main/features/connections/gateway.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

function start(): { readonly clock: FakeClock; readonly governor: Governor; readonly notifiedAt: number[] } {
  const clock = createFakeClock();
  const notifiedAt: number[] = [];
  const plain = createGovernor({ ceiling: { requests: 100, seconds: 10 }, clock, log: createFakeLog() });
  const governor = watchGovernor(plain, clock, () => notifiedAt.push(clock.monotonic()));
  return { clock, governor, notifiedAt };
}

test("notifies usage once a second while there is any, and once more when it ends", async () => {
  const { clock, governor, notifiedAt } = start();
  await governor.acquire("click");
  await clock.advance(900);
  await governor.acquire("click");
  await clock.advance(10_000);
  expect(notifiedAt).toEqual([1000, 2000]);
  expect(clock.waiting).toBe(0);
});

test("notifies a reason to wait at once", async () => {
  const { governor, notifiedAt } = start();
  await governor.acquireUpTo("campaign", 100);
  void governor.acquire("campaign").catch(() => undefined);
  expect(notifiedAt).toEqual([0]);
  expect(governor.state()).toMatchObject({ limitedBy: "ceiling", reason: expect.any(String) as string });
  governor.close();
});

test("leaves no timer after it is closed", async () => {
  const { clock, governor } = start();
  await governor.acquire("click");
  governor.close();
  expect(clock.waiting).toBe(0);
});
