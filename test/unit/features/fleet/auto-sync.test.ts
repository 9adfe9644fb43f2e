import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { AppError } from "#shared/failure.ts";
import { AutoSync } from "../../../../main/features/fleet/auto-sync.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

const minute = 60_000;

function bench(everyMinutes: number, cache: Completeness | undefined = { state: "complete", asOf: 0 }) {
  const clock = createFakeClock();
  const state: { online: boolean; cache: Completeness | undefined; syncs: number[]; failing: boolean } = {
    online: true,
    cache,
    syncs: [],
    failing: false,
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
    everyMinutes: () => Promise.resolve(everyMinutes),
    completeness: () => Promise.resolve(state.cache),
    sync: async () => {
      state.syncs.push(clock.now());
      if (state.failing) throw new AppError("unreachable", codedText("internal"));
      state.cache = { state: "complete", asOf: clock.now() };
    },
  });
  return { clock, state, auto, network: (online: boolean) => ((state.online = online), notifyNetwork(online)) };
}

test("syncs nothing automatically unless it is enabled", async () => {
  const { state, auto } = bench(0);
  await auto.syncIfDue();
  expect(state.syncs).toEqual([]);
});

test("syncs a cache that is old enough, not a recent one", async () => {
  const { clock, state, auto } = bench(30, { state: "complete", asOf: createFakeClock().now() });
  await auto.syncIfDue();
  const young = state.syncs.length;
  clock.jump(31 * minute);
  await auto.syncIfDue();
  await auto.syncIfDue();
  expect([young, state.syncs.length]).toEqual([0, 1]);
});

test("after a failure, waits for the interval before the next attempt", async () => {
  const { clock, state, auto } = bench(30);
  state.failing = true;
  await auto.syncIfDue();
  clock.jump(10 * minute);
  await auto.syncIfDue();
  clock.jump(21 * minute);
  await auto.syncIfDue();
  expect(state.syncs).toHaveLength(2);
});

test("syncs a cache with a time in the future, but not every minute if that fails", async () => {
  const { clock, state, auto } = bench(30, { state: "complete", asOf: createFakeClock().now() + 600 * minute });
  state.failing = true;
  for (let minutes = 0; minutes < 40; minutes += 1) {
    await auto.syncIfDue();
    clock.jump(minute);
  }
  expect(state.syncs).toHaveLength(2);
});

test("waits without a network, and checks at once when it has returned", async () => {
  const { state, auto, network } = bench(30);
  network(false);
  auto.start();
  await auto.syncIfDue();
  const offline = state.syncs.length;
  network(true);
  await auto.syncIfDue();
  await auto.stop();
  expect([offline, state.syncs.length]).toEqual([0, 1]);
});

test("does nothing without a connection", async () => {
  const { state, auto } = bench(30);
  state.cache = undefined;
  await auto.syncIfDue();
  expect(state.syncs).toEqual([]);
});

test("requests a collection that the service did not offer once a day", async () => {
  const { clock, state, auto } = bench(30, { state: "not-offered", asOf: createFakeClock().now() });
  state.failing = true;
  for (let hours = 0; hours < 49; hours += 1) {
    await auto.syncIfDue();
    clock.jump(60 * minute);
  }
  expect(state.syncs).toHaveLength(2);
});
