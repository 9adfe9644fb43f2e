import { expect, test } from "vitest";
import { createComposingSlice } from "../../../../../renderer/features/messages/composing-slice.ts";
import { createWaitingBridge, openSlice } from "../../open-slice.ts";

test("a sender that was typed while a template was filled stays when its text comes", () => {
  const slice = openSlice(createComposingSlice, createWaitingBridge().call);
  // As a composer does whose template is on its way: it has seen nothing of the sender.
  const { writeTo } = slice();
  slice().writeTo("Acme", "70001", { from: "4911" });
  writeTo("Acme", "70001", { text: "REBOOT 4711", values: { pin: "4711" } });
  expect(slice().written["Acme/70001"]).toEqual({
    from: "4911",
    text: "REBOOT 4711",
    expect: "",
    withinMinutes: 60,
    values: { pin: "4711" },
  });
});
