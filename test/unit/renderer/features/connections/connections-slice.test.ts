import { expect, onTestFinished, test } from "vitest";
import {
  type ConnectionsSlice,
  createConnectionsSlice,
} from "../../../../../renderer/features/connections/connections-slice.ts";

test("the answer to an older request does not replace the newer one", async () => {
  const answers: ((value: object) => void)[] = [];
  const call = (): Promise<unknown> =>
    new Promise((resolve) => void answers.push((value) => resolve({ ok: true, value })));
  Object.assign(globalThis, { window: { fleet: { call } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  let state: ConnectionsSlice;
  const slice = (): ConnectionsSlice => state;
  state = createConnectionsSlice((change) => {
    state = { ...state, ...(typeof change === "function" ? change(state) : change) };
  }, slice);
  const older = slice().loadKeychain();
  const newer = slice().loadKeychain();
  answers[1]?.({ state: "ready" });
  await newer;
  answers[0]?.({ state: "locked" });
  await older;
  expect(slice().keychain).toEqual({ state: "ready", value: { state: "ready" } });
});
