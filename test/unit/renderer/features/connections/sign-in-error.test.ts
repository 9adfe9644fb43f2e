import { t } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { signInErrorOf } from "../../../../../renderer/features/connections/sign-in-error.ts";

test("reports a wrong secret at its field and states that the sign-in was not retried", () => {
  expect(
    signInErrorOf({ code: "sign-in-refused", text: codedText("earlier-sentence", { sentence: "No." }) }),
  ).toMatchObject({
    sentence: "No.",
    errors: { secret: t(($) => $.connections.signInError.secret) },
    remedy: t(($) => $.connections.signInError.rejectedHelp),
    worthTesting: false,
  });
});

test("shows when a block ends", () => {
  const until = new Date(2026, 0, 5, 12, 5).getTime();
  expect(
    signInErrorOf({
      code: "locked-out",
      text: codedText("earlier-sentence", { sentence: "Blocked." }),
      details: { until },
    }).sentence,
  ).toContain("12:05:00");
  expect(
    signInErrorOf({ code: "locked-out", text: codedText("earlier-sentence", { sentence: "Blocked." }) }).sentence,
  ).toBe("Blocked.");
});

test("offers a connection test if the network is the cause", () => {
  expect(
    ["dns-failed", "tls-refused", "proxy-failed", "invalid-url"].map(
      (code) => signInErrorOf({ code, text: codedText("earlier-sentence", { sentence: "" }) }).worthTesting,
    ),
  ).toEqual([true, true, true, true]);
});

test("states that nothing was sent if there is no keychain", () => {
  expect(
    signInErrorOf({ code: "keychain-undecided", text: codedText("earlier-sentence", { sentence: "Choose." }) }).remedy,
  ).toBe(t(($) => $.connections.signInError.keychainHelp));
});
