import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { ExchangeError } from "../../../../main/core/api/exchange.ts";
import { failureOfLoss } from "../../../../main/core/api/network-errors.ts";

test("a call that failed because this computer has no network was certainly not sent", () => {
  const cut = new ExchangeError("offline");
  expect(failureOfLoss(cut, false, "cdn.example.net")).toMatchObject({
    kind: "offline",
    code: "offline",
    accepted: "no",
    message: codedText("offline"),
  });
});

test("a call in flight when the network failed may have been accepted", () => {
  const cut = new ExchangeError("offline");
  expect(failureOfLoss(cut, true, "cdn.example.net")).toMatchObject({
    kind: "lost",
    code: "offline",
    accepted: "unknown",
  });
});
