import { expect, test } from "vitest";
import { stayAwake } from "../../../../main/platform/electron/running-work.ts";

test("keeps the computer awake from the first sending campaign to the last one, and not for others", async () => {
  const done: string[] = [];
  let states: readonly string[] = [];
  let emit = (_topic: string): void => undefined;
  const blocker = {
    start: (kind: string) => done.push(kind),
    stop: (id: number) => done.push(`stop ${id}`) > 0,
  };
  const call = (): Promise<never> =>
    Promise.resolve({ ok: true, value: { campaigns: states.map((state) => ({ state })) } } as never);
  stayAwake(blocker, call, (listener) => {
    emit = listener;
    return () => undefined;
  });
  for (const now of [["scheduled"], ["running"], ["running", "running"], ["paused", "running"], ["paused"], []]) {
    states = now;
    emit("fleet.changed");
    emit("campaigns.changed");
    await new Promise(setImmediate);
  }
  expect(done).toEqual(["prevent-app-suspension", "stop 1"]);
});
