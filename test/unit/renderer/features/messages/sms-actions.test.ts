import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Message } from "#shared/contract/messages/sms.ts";
import type * as Store from "../../../../../renderer/app/store/store.ts";
import { setCachedData } from "../../../../../renderer/data/fleet-query.ts";
import type * as SmsActions from "../../../../../renderer/features/messages/sms-actions.ts";
import { openData } from "../../open-data.ts";

let sendMessageAgain: typeof SmsActions.sendMessageAgain;
let useFleetdesk: typeof Store.useFleetdesk;

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ sendMessageAgain } = await import("../../../../../renderer/features/messages/sms-actions.ts"));
  ({ useFleetdesk } = await import("../../../../../renderer/app/store/store.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

function connect(name: string): void {
  setCachedData("connections.list", {}, { connections: [{ name, current: true }] } as never);
}

/** Sends a message again over Acme; the service requires a confirmation after `meanwhile`. Resolves to whether its dialog opens. */
async function sendAgain(meanwhile: () => void): Promise<boolean> {
  const { requests } = openData();
  onTestFinished(() => useFleetdesk.setState({ pendingAction: undefined }));
  connect("Acme");
  useFleetdesk.setState({ pendingAction: undefined });
  const message = { direction: "mt", endpoint: "17", key: "4", payload: "GO" } as Message;
  const sent = sendMessageAgain.run(message, useFleetdesk.getState(), { number: undefined, option: false });
  meanwhile();
  requests[0]?.fail("confirmation-needed");
  await Promise.allSettled([sent]);
  return useFleetdesk.getState().pendingAction?.id.startsWith("send-message-again-anyway") === true;
}

test("sending again requests a confirmation only over the same connection, and while no other dialog is open", async () => {
  const dialog = { id: "x", confirmation: () => undefined, scope: "x", connection: undefined };
  const openDialog = (): void => useFleetdesk.setState({ pendingAction: { ...dialog, run: () => Promise.resolve() } });
  expect(await sendAgain(() => undefined)).toBe(true);
  expect(await sendAgain(() => connect("Bravo"))).toBe(false);
  expect(await sendAgain(openDialog)).toBe(false);
});
