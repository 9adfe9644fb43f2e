import { hopNames } from "#shared/rules/hop-names.ts";
import { expect, test } from "vitest";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { HopResult } from "#shared/contract/diagnostics.ts";
import { reportOf, durationText, verdictOf } from "../../../../../renderer/features/connections/test-result.ts";

const fine: readonly HopResult[] = [
  {
    hop: "address",
    result: "ok",
    message: codedText("test-address-ok", { address: "https://example.net" }),
    tookMs: 0.2,
  },
  { hop: "name", result: "ok", message: codedText("test-proxy-resolves"), tookMs: 12 },
];
const broken: HopResult = {
  hop: "certificate",
  result: "failed",
  code: "tls-refused",
  message: codedText("test-not-tls", { place: "example.net:443" }),
  tookMs: 1234,
};
const failed = t(($) => $.connections.test.verdict.failed, {
  step: hopNames.certificate,
  message: formatText(broken.message),
});

test("names the failing hop first", () => {
  expect(verdictOf({ works: false, hops: [...fine, broken] })).toBe(failed);
});

test("names the warning of a path that works", () => {
  const message = codedText("test-separator-space");
  const warned: HopResult = { hop: "separator", result: "warning", message };
  expect(verdictOf({ works: true, hops: [...fine, warned] })).toBe(
    t(($) => $.connections.test.verdict.warning, { step: hopNames.separator, message: formatText(message) }),
  );
});

test("does not report an untested sign-in as working", () => {
  const skipped: HopResult = { hop: "sign-in", result: "skipped", message: codedText("test-no-credentials") };
  expect(verdictOf({ works: true, hops: [...fine, skipped] })).toBe(t(($) => $.connections.test.verdict.noSignIn));
  expect(verdictOf({ works: true, hops: [...fine, { ...skipped, result: "ok" }] })).toBe(
    t(($) => $.connections.test.verdict.ok),
  );
});

test("contains the whole test in the report", () => {
  const [address, name] = fine.map(({ message }) => formatText(message));
  const title = t(($) => $.connections.test.report.title, {
    baseUrl: "https://example.net",
    time: "1970-01-01T00:00:00.000Z",
  });
  expect(reportOf("https://example.net", { works: false, hops: [...fine, broken] }, 0)).toBe(
    [
      title,
      failed,
      "",
      `${hopNames.address} [ok, ${t(($) => $.connections.test.took.underOne)}]: ${address}`,
      `${hopNames.name} [ok, ${durationText(12)}]: ${name}`,
      `${hopNames.certificate} [failed, tls-refused, ${durationText(1_200)}]: ${formatText(broken.message)}`,
      "",
    ].join("\n"),
  );
});

test("shows no time that was not measured", () => {
  const underOne = t(($) => $.connections.test.took.underOne);
  expect([undefined, 0, 999, 1500].map(durationText)).toEqual([
    "",
    underOne,
    t(($) => $.connections.test.took.ms, { ms: 999 }),
    t(($) => $.connections.test.took.seconds, { seconds: 1.5 }),
  ]);
});
