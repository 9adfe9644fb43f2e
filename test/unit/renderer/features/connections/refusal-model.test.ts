import { expect, test } from "vitest";
import { refusalOf } from "../../../../../renderer/features/connections/refusal-model.ts";

test("a wrong secret points to its field and to the fact that nothing was repeated", () => {
  expect(refusalOf({ code: "sign-in-refused", message: "No." })).toMatchObject({
    sentence: "No.",
    mistakes: { secret: "The service refused this." },
    remedy: expect.stringContaining("asked once") as string,
    worthTesting: false,
  });
});

test("a block says when it ends", () => {
  const until = new Date(2026, 0, 5, 12, 5).getTime();
  expect(refusalOf({ code: "locked-out", message: "Blocked.", details: { until } }).sentence).toContain("12:05:00");
  expect(refusalOf({ code: "locked-out", message: "Blocked." }).sentence).toBe("Blocked.");
});

test("a network that is in the way is worth a walk hop by hop", () => {
  expect(
    ["dns-failed", "tls-refused", "proxy-failed", "invalid-url"].map(
      (code) => refusalOf({ code, message: "" }).worthTesting,
    ),
  ).toEqual([true, true, true, true]);
});

test("without a keychain it says that nothing was sent", () => {
  expect(refusalOf({ code: "keychain-undecided", message: "Choose." }).remedy).toContain("Nothing was sent.");
});
