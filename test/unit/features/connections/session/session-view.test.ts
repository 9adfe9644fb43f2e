import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import {
  forbidsAttempt,
  viewOf,
  type SessionSnapshot,
} from "../../../../../main/features/connections/session/session-view.ts";
import { readRecord, type Problem } from "../../../../../main/features/connections/session/session-record.ts";
import { userTokens } from "../../../../../main/features/connections/session/tokens.ts";

const start = Date.UTC(2031, 0, 1);
const minute = 60_000;
const tokens = userTokens({ authToken: "a", refreshToken: "r" }, start);
const good: SessionSnapshot = { tokens, signedOut: false, authRejected: false, problem: undefined };
const problem = (reason: Problem["reason"]): Problem => ({ reason, message: codedText("session-expired") });
const reasons = ["expired", "signed-in-elsewhere", "refused", "locked-out", "unreachable", "refresh-lost"] as const;

test("without tokens the session is either not signed in yet or signed out", () => {
  const none = { ...good, tokens: undefined };
  expect([viewOf(none, start).reason, viewOf({ ...none, signedOut: true }, start).reason]).toEqual([
    "never-signed-in",
    "signed-out",
  ]);
});

test("a session is signed in while its token is valid or renewable, and expired after both lifetimes", () => {
  const at = (minutes: number): string => {
    const { state, reason } = viewOf(good, start + minutes * minute);
    return `${state} ${reason ?? ""}`.trim();
  };
  expect([at(0), at(239), at(240), at(349), at(350)]).toEqual([
    "signed-in",
    "signed-in",
    "signed-in",
    "signed-in",
    "signed-out expired",
  ]);
});

test("while the token is valid, a failed renewal only adds its reason", () => {
  for (const reason of reasons) {
    expect(viewOf({ ...good, problem: problem(reason) }, start)).toEqual({
      state: "signed-in",
      reason,
      message: codedText("session-expired"),
    });
  }
});

test("once the token has expired or was rejected, only an unreachable service leaves the session signed in", () => {
  for (const facts of [good, { ...good, authRejected: true }]) {
    for (const reason of reasons) {
      const { state } = viewOf(
        { ...facts, problem: problem(reason) },
        facts.authRejected ? start : start + 241 * minute,
      );
      expect([reason, state]).toEqual([reason, reason === "unreachable" ? "signed-in" : "signed-out"]);
    }
  }
});

test("only an unreachable service, or a lock-out that has ended, allows another attempt", () => {
  const may = reasons.filter((reason) => !forbidsAttempt({ ...problem(reason), until: start }, start));
  expect([
    may,
    forbidsAttempt({ ...problem("locked-out"), until: start + 1 }, start),
    forbidsAttempt(undefined, start),
  ]).toEqual([["locked-out", "unreachable"], true, false]);
});

test("a record of an earlier version keeps its message", () => {
  const saved = { protection: "system", problem: { reason: "expired", message: "It has expired." } };
  expect(readRecord(saved, "system").problem).toEqual({
    reason: "expired",
    message: codedText("earlier-sentence", { sentence: "It has expired." }),
  });
});
