import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterAcceptance,
  afterLook,
  mayBeSent,
  nothingWritten,
  readWritten,
  textProblem,
  type Written,
  withUnconfirmed,
  writeWritten,
} from "../../../../../renderer/features/messages/message-draft.ts";
import { makeMessage } from "../../../../make/message.ts";

const unconfirmedDraft: Written = {
  ...nothingWritten,
  from: "4911",
  text: "REBOOT",
  doubt: { key: "ours-1-1", text: "REBOOT" },
};
const lost = makeMessage({ key: "ours-1-1", payload: "REBOOT", outcome: "unknown" });
const acceptedMessage = makeMessage({ key: "ours-1-1", payload: "REBOOT", outcome: "accepted" });
const notSent = makeMessage({ key: "ours-1-1", payload: "REBOOT", outcome: "unknown", code: "proven-not-sent" });

test("what is kept reads back as it was written", () => {
  const written = fc.record({
    from: fc.option(fc.string(), { nil: undefined }),
    text: fc.string({ minLength: 1 }),
    expect: fc.string(),
    withinMinutes: fc.integer({ min: 1, max: 10_080 }),
    // A prototype is nobody's variable.
    values: fc.dictionary(
      fc.string().filter((name) => name !== "__proto__"),
      fc.string(),
      { noNullPrototype: true },
    ),
  });
  fc.assert(
    fc.property(written, (each) => {
      expect(readWritten(writeWritten(each))).toEqual(each);
    }),
  );
  expect(readWritten(writeWritten(unconfirmedDraft))).toEqual(unconfirmedDraft);
});

test("what was never written, or by another program, reads as nothing", () => {
  for (const text of ["", "[]", "null", "{", '{"text":7,"values":{"pin":1}}'])
    expect(readWritten(text)).toEqual(nothingWritten);
  expect(writeWritten({ ...nothingWritten, from: "4911" })).toBe("");
});

test("a text in doubt stays until the thread tells, leaves when it was found, and stays when it was not sent", () => {
  expect(afterLook(unconfirmedDraft, [])).toBe(unconfirmedDraft);
  expect(afterLook(unconfirmedDraft, [lost])).toBe(unconfirmedDraft);
  expect(afterLook(unconfirmedDraft, [acceptedMessage])).toEqual({ ...nothingWritten, from: "4911" });
  const { doubt: _unconfirmed, ...free } = unconfirmedDraft;
  expect(afterLook(unconfirmedDraft, [notSent])).toEqual(free);
});

test("an earlier message of the same text settles nothing", () => {
  const earlier = makeMessage({ key: "ours-0-1", payload: "REBOOT", outcome: "accepted" });
  expect(afterLook(unconfirmedDraft, [lost, earlier])).toBe(unconfirmedDraft);
});

test("without a line of its own, the newest message of ours with that text settles a doubt", () => {
  const unnamed: Written = { ...unconfirmedDraft, doubt: { key: "", text: "REBOOT" } };
  expect(afterLook(unnamed, [lost, acceptedMessage])).toBe(unnamed);
  expect(afterLook(unnamed, [acceptedMessage, lost]).text).toBe("");
});

test("a window that was gone learns of a doubt from the thread", () => {
  const written: Written = { ...nothingWritten, text: "REBOOT" };
  expect(withUnconfirmed(written, [lost]).doubt).toEqual({ key: "ours-1-1", text: "REBOOT" });
  expect([withUnconfirmed(written, [acceptedMessage]), withUnconfirmed(written, [notSent])]).toEqual([
    written,
    written,
  ]);
  expect(withUnconfirmed(unconfirmedDraft, [makeMessage({ key: "ours-7-1", outcome: "unknown" })])).toBe(
    unconfirmedDraft,
  );
});

test("what was typed while a message was under way stays", () => {
  expect(afterAcceptance({ ...unconfirmedDraft, text: "REBOOT now" }, "REBOOT").text).toBe("REBOOT now");
});

test("a text may have been sent while it is in doubt or under way, and not once that is settled", () => {
  const written: Written = { ...nothingWritten, text: "REBOOT" };
  const sending = makeMessage({ payload: "REBOOT", outcome: "sending" });
  expect([
    mayBeSent(unconfirmedDraft, []),
    mayBeSent(written, [lost]),
    mayBeSent(written, [sending]),
    mayBeSent(written, [acceptedMessage]),
    mayBeSent(written, [notSent]),
    mayBeSent(nothingWritten, [lost]),
  ]).toEqual([true, true, true, false, false, false]);
});

test("variables without a value are named, each once", () => {
  expect(textProblem("REBOOT {{ pin }} {{pin}} {{slot}}")).toBe(
    t(($) => $.messages.composer.variablesMissing, { names: "pin, slot" }),
  );
  expect(textProblem(" ")).toBe(t(($) => $.messages.composer.textMissing));
  expect(textProblem("REBOOT")).toBeUndefined();
});
