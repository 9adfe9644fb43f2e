import { expect, test } from "vitest";
import { createConnectionsSlice } from "../../../../../renderer/features/connections/connections-slice.ts";
import { createWaitingBridge, openSlice } from "../../open-slice.ts";

test("ignores the response to an older request", async () => {
  const { call, requests } = createWaitingBridge();
  const slice = openSlice(createConnectionsSlice, call);
  const older = slice().loadKeychain();
  const newer = slice().loadKeychain();
  requests[1]?.answer({ state: "ready" });
  await newer;
  requests[0]?.answer({ state: "locked" });
  await older;
  expect(slice().keychain).toEqual({ state: "ready", value: { state: "ready" } });
});
