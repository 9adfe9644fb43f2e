import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { AppError } from "#shared/failure.ts";
import { AutoSync, syncIntervalMs, type SyncStatus } from "../../../../main/features/fleet/auto-sync.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

const minute = 60_000;

/** A fleet that takes six requests: one for each collection. */
function bench(cache: Completeness | undefined = { state: "complete", asOf: 0 }, isAutomatic = true) {
  const clock = createFakeClock();
  const state = {
    online: true,
    cache: cache as Completeness | undefined,
    syncs: [] as number[],
    over: [] as string[],
    failing: false,
    isSending: false,
    isUnreachable: false,
    connection: 1,
  };
  let notifyNetwork: (online: boolean) => void = () => undefined;
  const auto = new AutoSync({
    clock,
    log: createFakeLog(),
    connectivity: {
      online: () => state.online,
      onChange: (listener) => {
        notifyNetwork = listener;
        return () => undefined;
      },
    },
    isAutomatic: () => Promise.resolve(isAutomatic),
    status: () => {
      const { cache: endpoints, isSending, isUnreachable } = state;
      const status: SyncStatus | undefined = endpoints && {
        connection: { id: state.connection, name: `connection ${state.connection}` },
        caches: [endpoints],
        ratePerSecond: undefined,
        isSending,
        isUnreachable,
      };
      return Promise.resolve(status);
    },
    sync: async (connection) => {
      state.syncs.push(clock.now());
      state.over.push(connection);
      if (state.failing) throw new AppError("unreachable", codedText("internal"));
      state.cache = { state: "complete", asOf: clock.now() };
    },
  });
  return { clock, state, auto, network: (online: boolean) => ((state.online = online), notifyNetwork(online)) };
}

test("syncs nothing automatically when it is turned off", async () => {
  const { state, auto } = bench(undefined, false);
  await auto.syncIfDue();
  expect(state.syncs).toEqual([]);
});

test("syncs a cache that is old enough, not a recent one", async () => {
  const { clock, state, auto } = bench({ state: "complete", asOf: createFakeClock().now() });
  await auto.syncIfDue();
  const recent = state.syncs.length;
  clock.jump(16 * minute);
  await auto.syncIfDue();
  await auto.syncIfDue();
  expect([recent, state.syncs.length]).toEqual([0, 1]);
});

test("costs at most 5 % of the request limit, by the pages of the last sync, and syncs every 15 minutes at most", () => {
  const caches = (unique: number): SyncStatus["caches"] => [
    { state: "complete", unique },
    { state: "partial", promised: 2 * unique, unique: 1 },
  ];
  const minutes = (unique: number, ratePerSecond?: number): number =>
    syncIntervalMs({ caches: caches(unique), ratePerSecond }) / minute;
  const usual = 2_000 / 300;
  expect([minutes(0, usual), minutes(50_000, usual), minutes(1_000_000)]).toEqual([15, 15, 15]);
  expect(minutes(200_000, usual)).toBeCloseTo(602 / (usual * 0.05) / 60, 6);
  expect(minutes(1_000_000, usual)).toBeCloseTo(150, 0);
});

test("syncs nothing while a campaign sends", async () => {
  const { clock, state, auto } = bench();
  state.isSending = true;
  auto.start();
  await clock.advance(60 * minute);
  const sending = state.syncs.length;
  state.isSending = false;
  await clock.advance(minute);
  await auto.stop();
  expect([sending, state.syncs.length]).toEqual([0, 1]);
});

test("begins some seconds after the start, also if the network is found in the meantime", async () => {
  const { clock, state, auto, network } = bench();
  auto.start();
  network(false);
  network(true);
  await clock.advance(19_000);
  const first = state.syncs.length;
  await clock.advance(1_000);
  await auto.stop();
  expect([first, state.syncs.length]).toEqual([0, 1]);
});

test("syncs soon after a service is back that was unreachable, without attempts in between", async () => {
  const { clock, state, auto } = bench();
  auto.start();
  state.failing = true;
  await clock.advance(minute);
  state.isUnreachable = true;
  await clock.advance(5 * minute);
  const attempts = state.syncs.length;
  state.failing = false;
  state.isUnreachable = false;
  await clock.advance(minute);
  await auto.stop();
  expect([attempts, state.syncs.length]).toEqual([1, 2]);
});

test("after a failure, waits for the interval before the next attempt", async () => {
  const { clock, state, auto } = bench();
  state.failing = true;
  await auto.syncIfDue();
  clock.jump(10 * minute);
  await auto.syncIfDue();
  clock.jump(6 * minute);
  await auto.syncIfDue();
  expect(state.syncs).toHaveLength(2);
});

test("a failure or an outage of one connection changes nothing for another one that becomes current", async () => {
  const { clock, state, auto } = bench();
  const look = async (connection: number, isUnreachable = false): Promise<void> => {
    Object.assign(state, { connection, isUnreachable });
    await auto.syncIfDue();
    clock.jump(minute);
  };
  state.failing = true;
  await look(1);
  await look(2);
  // The outage of the second connection is no reason to try the first one again.
  await look(2, true);
  await look(1);
  await look(2);
  expect(state.over).toEqual(["connection 1", "connection 2", "connection 2"]);
});

test("syncs a cache with a time in the future, but not every minute if that fails", async () => {
  const { clock, state, auto } = bench({ state: "complete", asOf: createFakeClock().now() + 600 * minute });
  state.failing = true;
  for (let minutes = 0; minutes < 25; minutes += 1) {
    await auto.syncIfDue();
    clock.jump(minute);
  }
  expect(state.syncs).toHaveLength(2);
});

test("waits without a network, and checks at once when it has returned", async () => {
  const { clock, state, auto, network } = bench();
  auto.start();
  network(false);
  await clock.advance(2 * minute);
  const offline = state.syncs.length;
  network(true);
  await auto.syncIfDue();
  await auto.stop();
  expect([offline, state.syncs.length]).toEqual([0, 1]);
});

test("does nothing without a connection", async () => {
  const { state, auto } = bench();
  state.cache = undefined;
  await auto.syncIfDue();
  expect(state.syncs).toEqual([]);
});

test("requests a collection that the service did not offer once a day", async () => {
  const { clock, state, auto } = bench({ state: "not-offered", asOf: createFakeClock().now() });
  state.failing = true;
  for (let hours = 0; hours < 49; hours += 1) {
    await auto.syncIfDue();
    clock.jump(60 * minute);
  }
  expect(state.syncs).toHaveLength(2);
});
