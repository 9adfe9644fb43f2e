import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { createFakeClock } from "../../../../fakes/fake-clock.ts";
import type { LeftToDo } from "../../../../../main/features/campaigns/ledger/queries-waves.ts";
import {
  createLookUps,
  createWhenDrained,
  decisionNeeded,
  type WhenDrainedOptions,
} from "../../../../../main/features/campaigns/running/when-drained.ts";

const none = { toLookUp: 0, unclear: 0 };
const decide = (left: Partial<Parameters<typeof decisionNeeded>[0]>): ReturnType<typeof decisionNeeded> =>
  decisionNeeded({ unknown: 0, unread: 0, proven: 0, unverified: none, ...left });

test("requires an operator's decision once no look-up is due", () => {
  expect(decide({ unknown: 3, unverified: { toLookUp: 1, unclear: 0 } })).toBeUndefined();
  expect(decide({ unknown: 3 })).toEqual({
    reason: "unknown-recipients",
    message: codedText("stays-unknown", { count: 3 }),
  });
  expect(decide({ unverified: { toLookUp: 0, unclear: 2 } })).toEqual({
    reason: "unverified-copy",
    message: codedText("unverified-left", { count: 2 }),
  });
  expect(decide({})).toBeUndefined();
});

test("reports how many lists could not be read", () => {
  expect(decide({ unknown: 3, unread: 2 })?.message).toEqual(codedText("stays-unread", { count: 3, unread: 2 }));
});

test("does not report recipients that are proven not sent as unclear", () => {
  const waits = codedText("proven-waits", { count: 2 });
  expect(decide({ unknown: 2, proven: 2 })?.message).toEqual(waits);
  const unknown = codedText("stays-unknown", { count: 1 });
  expect(decide({ unknown: 3, proven: 2 })?.message).toEqual(codedText("proven-too", { unknown, proven: waits }));
});

const counts = { planned: 2, excluded: 0, pending: 0, sending: 0, accepted: 1, refused: 1, unknown: 0, cancelled: 0 };
const drained: LeftToDo = {
  counts,
  claimable: false,
  unverified: none,
  unknown: 0,
  last: true,
};

test("does not finish a campaign whose rejected recipient was requeued for a look-up in the meantime", async () => {
  const requeued = {
    ...drained,
    counts: { ...counts, pending: 1, refused: 0 },
    unverified: { toLookUp: 1, unclear: 0 },
  };
  const snapshots = [drained, requeued, requeued];
  const stopping = new AbortController();
  const finished: unknown[] = [];
  const options = {
    campaign: { id: 1 },
    store: {
      leftToDo: () => Promise.resolve(snapshots.shift() ?? requeued),
      recount: () => Promise.resolve(counts),
      unknownByCause: () => Promise.resolve({ unread: 0, proven: 0 }),
    },
    ledger: { dueUnknown: () => Promise.resolve({ rows: [], nextAt: undefined }) },
    steps: { finish: (last: unknown) => Promise.resolve(void finished.push(last)) },
    lookUps: { nextRound: () => Promise.resolve(stopping.abort()), connectivityError: undefined },
    onCounts: () => undefined,
    exclusive: (work: () => unknown) => work(),
  } as unknown as WhenDrainedOptions;
  expect(await createWhenDrained(options)(stopping.signal)).toBe("continue");
  expect(finished).toEqual([]);
});

test("look-ups wait as long as a throttling service requests, which is no outage", async () => {
  const clock = createFakeClock();
  const rounds: number[] = [];
  const details = { kind: "throttled", retryAfterMs: 3_600_000 };
  const lookUps = createLookUps({
    clock,
    ledger: { recheckUnknown: () => Promise.resolve() },
    heartbeat: () => Promise.resolve(),
    onCounts: () => undefined,
    reconciler: {
      round: () => {
        rounds.push(clock.monotonic());
        return Promise.reject(new AppError("throttled", codedText("throttled", { status: 429 }), { details }));
      },
    },
  });
  const stopping = new AbortController();
  const ended = lookUps.run(stopping.signal);
  await clock.advance(2 * 3_600_000);
  expect(rounds.map((at) => at / 3_600_000)).toEqual([0, 1, 2]);
  expect(lookUps.connectivityError).toBeUndefined();
  stopping.abort();
  await ended;
});
