import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { createComposingSlice } from "../../../../../renderer/features/messages/composing-slice.ts";
import { createWaitingBridge, nextTask, openSlice } from "../../open-slice.ts";

test("preserves a sender that was entered while a template was loading", () => {
  const slice = openSlice(createComposingSlice, createWaitingBridge().call);
  // The change of a composer whose template was loading: it does not contain the new sender.
  const { updateMessageDraft: writeTo } = slice();
  slice().updateMessageDraft("Acme", "70001", { from: "4911" });
  writeTo("Acme", "70001", { text: "REBOOT 4711", values: { pin: "4711" } });
  expect(slice().messageDrafts["Acme/70001"]).toEqual({
    from: "4911",
    text: "REBOOT 4711",
    expect: "",
    withinMinutes: 60,
    values: { pin: "4711" },
  });
});

test("adds each confirmation to the earlier ones, and resets them when the text changes", async () => {
  const inputs: unknown[] = [];
  const answers: object[] = [];
  const slice = openSlice(createComposingSlice, (_address: string, input: unknown) => {
    inputs.push(input);
    return Promise.resolve(answers.shift());
  });
  const press = async (details?: Record<string, unknown>): Promise<unknown> => {
    const accepted = { ok: true, value: { outcome: "accepted", segments: 11, segmentsExact: true } };
    const failure = { code: "confirmation-needed", text: { code: "internal" }, details };
    answers.push(details === undefined ? accepted : { ok: false, failure });
    await slice().sendMessage("Acme", "70001", async () => await Promise.resolve("4911"));
    return inputs.at(-1);
  };
  slice().updateMessageDraft("Acme", "70001", { from: "4911", text: "x".repeat(1_531) });
  await press({ field: "confirm", count: 11 });
  expect(slice().sent["Acme/70001"]).toMatchObject({
    title: t(($) => $.messages.composer.longMessage),
    confirmation: { confirm: 11 },
  });
  expect(await press({ field: "evenIfSuppressed", entries: [] })).toMatchObject({ confirm: 11 });
  expect(slice().sent["Acme/70001"]).toMatchObject({ confirmation: { confirm: 11, evenIfSuppressed: true } });
  expect(await press()).toMatchObject({ confirm: 11, evenIfSuppressed: true });
  slice().updateMessageDraft("Acme", "70001", { text: "y".repeat(1_600) });
  expect(await press()).not.toHaveProperty("confirm");
});

test("sends once, with the text of the first press, if it is pressed again while the sender is read", async () => {
  const inputs: unknown[] = [];
  const slice = openSlice(createComposingSlice, (_address: string, input: unknown) => {
    inputs.push(input);
    return Promise.resolve({ ok: true, value: { outcome: "accepted", segments: 1, segmentsExact: true } });
  });
  const sender = Promise.withResolvers<string>();
  slice().updateMessageDraft("Acme", "70001", { text: "REBOOT" });
  const presses = [1, 2].map(async () => await slice().sendMessage("Acme", "70001", async () => await sender.promise));
  slice().updateMessageDraft("Acme", "70001", { text: "REBOOT now" });
  sender.resolve("4911");
  await Promise.all(presses);
  expect(inputs).toMatchObject([{ from: "4911", text: "REBOOT" }]);
  expect(slice().messageDrafts["Acme/70001"]?.text).toBe("REBOOT now");
});

test("preserves a text that was entered while the thread was read after a lost response", async () => {
  const { call, requests } = createWaitingBridge();
  const slice = openSlice(createComposingSlice, call);
  slice().updateMessageDraft("Acme", "70001", { text: "REBOOT" });
  const sent = slice().sendMessage("Acme", "70001", async () => await Promise.resolve("4911"));
  await nextTask();
  requests[0]?.answer({ outcome: "unknown", segments: 1, segmentsExact: true });
  await nextTask();
  expect(requests.map(({ address }) => address)).toEqual(["sms.send", "sms.thread"]);
  slice().updateMessageDraft("Acme", "70001", { text: "REBOOT now" });
  requests[1]?.answer({ items: [] });
  await sent;
  expect(slice().messageDrafts["Acme/70001"]).toMatchObject({
    text: "REBOOT now",
    unconfirmed: { key: "", text: "REBOOT" },
  });
});
