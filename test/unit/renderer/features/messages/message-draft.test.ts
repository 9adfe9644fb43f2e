import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterAcceptance,
  resolveFromThread,
  mayBeSent,
  emptyMessageDraft,
  parseMessageDraft,
  textProblem,
  type MessageDraft,
  withoutDefaults,
  withUnconfirmed,
  serializeMessageDraft,
} from "../../../../../renderer/features/messages/message-draft.ts";
import { makeMessage } from "../../../../make/message.ts";

const unconfirmedDraft: MessageDraft = {
  ...emptyMessageDraft,
  from: "4911",
  text: "REBOOT",
  unconfirmed: { key: "ours-1-1", text: "REBOOT" },
};
const lost = makeMessage({ key: "ours-1-1", payload: "REBOOT", outcome: "unknown" });
const acceptedMessage = makeMessage({ key: "ours-1-1", payload: "REBOOT", outcome: "accepted" });
const notSent = makeMessage({ key: "ours-1-1", payload: "REBOOT", outcome: "unknown", code: "proven-not-sent" });

test("keeps no default of a template for the next one", () => {
  const variables = [
    { name: "pin", description: "", standard: "0000" },
    { name: "mode", description: "" },
  ];
  expect(withoutDefaults({ pin: "0000", mode: "fast" }, variables)).toEqual({ mode: "fast" });
  expect(withoutDefaults({ pin: "4711", mode: "" }, variables)).toEqual({ pin: "4711" });
});

test("round-trips a stored draft", () => {
  const written = fc.record({
    from: fc.option(fc.string(), { nil: undefined }),
    text: fc.string({ minLength: 1 }),
    expect: fc.string(),
    withinMinutes: fc.integer({ min: 1, max: 10_080 }),
    // No variable can be named like a member of the prototype.
    values: fc.dictionary(
      fc.string().filter((name) => name !== "__proto__"),
      fc.string(),
      { noNullPrototype: true },
    ),
  });
  fc.assert(
    fc.property(written, (each) => {
      expect(parseMessageDraft(serializeMessageDraft(each))).toEqual(each);
    }),
  );
  expect(parseMessageDraft(serializeMessageDraft(unconfirmedDraft))).toEqual(unconfirmedDraft);
});

test("parses a missing or foreign draft as empty", () => {
  for (const text of ["", "[]", "null", "{", '{"text":7,"values":{"pin":1}}'])
    expect(parseMessageDraft(text)).toEqual(emptyMessageDraft);
  expect(serializeMessageDraft({ ...emptyMessageDraft, from: "4911" })).toBe("");
});

test("keeps an unconfirmed text until the thread resolves it: clears it if the message exists, keeps it if it was not sent", () => {
  expect(resolveFromThread(unconfirmedDraft, [])).toBe(unconfirmedDraft);
  expect(resolveFromThread(unconfirmedDraft, [lost])).toBe(unconfirmedDraft);
  expect(resolveFromThread(unconfirmedDraft, [acceptedMessage])).toEqual({ ...emptyMessageDraft, from: "4911" });
  const { unconfirmed: _unconfirmed, ...free } = unconfirmedDraft;
  expect(resolveFromThread(unconfirmedDraft, [notSent])).toEqual(free);
});

test("reads the unconfirmed text of a draft of an earlier version", () => {
  const { unconfirmed: doubt, ...rest } = unconfirmedDraft;
  expect(parseMessageDraft(JSON.stringify({ ...rest, doubt }))).toEqual(unconfirmedDraft);
});

test("does not resolve an outcome by an earlier message with the same text", () => {
  const earlier = makeMessage({ key: "ours-0-1", payload: "REBOOT", outcome: "accepted" });
  expect(resolveFromThread(unconfirmedDraft, [lost, earlier])).toBe(unconfirmedDraft);
});

test("resolves an outcome without a key by the newest of our messages with that text", () => {
  const unnamed: MessageDraft = { ...unconfirmedDraft, unconfirmed: { key: "", text: "REBOOT" } };
  expect(resolveFromThread(unnamed, [lost, acceptedMessage])).toBe(unnamed);
  expect(resolveFromThread(unnamed, [acceptedMessage, lost]).text).toBe("");
});

test("restores an unknown outcome from the thread after the window was closed", () => {
  const written: MessageDraft = { ...emptyMessageDraft, text: "REBOOT" };
  expect(withUnconfirmed(written, [lost]).unconfirmed).toEqual({ key: "ours-1-1", text: "REBOOT" });
  expect([withUnconfirmed(written, [acceptedMessage]), withUnconfirmed(written, [notSent])]).toEqual([
    written,
    written,
  ]);
  expect(withUnconfirmed(unconfirmedDraft, [makeMessage({ key: "ours-7-1", outcome: "unknown" })])).toBe(
    unconfirmedDraft,
  );
});

test("preserves text that was entered while a request was in flight", () => {
  expect(afterAcceptance({ ...unconfirmedDraft, text: "REBOOT now" }, "REBOOT").text).toBe("REBOOT now");
});

test("treats a text as possibly sent while its outcome is unknown or its request is in flight, but not once it is resolved", () => {
  const written: MessageDraft = { ...emptyMessageDraft, text: "REBOOT" };
  const sending = makeMessage({ payload: "REBOOT", outcome: "sending" });
  expect([
    mayBeSent(unconfirmedDraft, []),
    mayBeSent(written, [lost]),
    mayBeSent(written, [sending]),
    mayBeSent(written, [acceptedMessage]),
    mayBeSent(written, [notSent]),
    mayBeSent(emptyMessageDraft, [lost]),
  ]).toEqual([true, true, true, false, false, false]);
});

test("lists each variable without a value once", () => {
  expect(textProblem("REBOOT {{ pin }} {{pin}} {{slot}}")).toBe(
    t(($) => $.messages.composer.variablesMissing, { names: "pin, slot" }),
  );
  expect(textProblem(" ")).toBe(t(($) => $.messages.composer.textMissing));
  expect(textProblem("REBOOT")).toBeUndefined();
});
