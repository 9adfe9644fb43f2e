import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { type QuotaCounts, quotaRowStateSchema } from "#shared/contract/quotas/quota-changes.ts";
import type { Quota, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import {
  changedLines,
  changeStatus,
  commonProblem,
  groupLabel,
  percentText,
  quotaFields,
  readingStatus,
  quotaText,
  volumeText,
  waitsFor,
} from "../../../../../renderer/features/quotas/quota-labels.ts";
import { formatDateTime, formatPercent } from "#shared/format.ts";

const expiresAt = new Date(2031, 11, 31, 23, 59, 59).getTime();
const quota: Quota = {
  volume: 37.5,
  expiresAt,
  status: "active",
  onExhaustion: { kind: "block" },
  autoRefill: false,
  thresholdPercent: 20,
};
const set = (part: Partial<Quota> = {}): QuotaState => ({ state: "set", quota: { ...quota, ...part } });
const none: QuotaState = { state: "none" };

test("formats a quota with its unit and expiry", () => {
  expect(quotaText("data", set())).toBe(
    t(($) => $.quotas.value.until, { volume: volumeText("data", 37.5), time: formatDateTime(expiresAt) }),
  );
  expect(quotaText("sms", { state: "set", quota: { volume: 1, status: "active" } })).toBe(
    t(($) => $.quotas.value.messages, { count: 1, amount: "1" }),
  );
});

test("distinguishes none, unreported and never read", () => {
  expect(quotaText("data", none)).toBe(t(($) => $.quotas.value.none));
  const unreported: QuotaState = { state: "set", quota: { status: "active" } };
  expect(quotaText("data", unreported)).toBe(t(($) => $.quotas.value.volumeUnknown));
  expect(quotaText("data", undefined)).toBe(t(($) => $.quotas.value.unknown));
});

test("uses the unknown tone for unknown outcomes only, not for what was not read or not reported", () => {
  expect(readingStatus({ state: none }).tone).toBe("neutral");
  expect(readingStatus({}).tone).toBe("neutral");
  expect(readingStatus({ state: set({ status: "unknown" }) }).tone).toBe("neutral");
  expect(readingStatus({ problem: { code: "timed-out", message: codedText("answer-timeout"), at: 1 } }).tone).toBe(
    "bad",
  );
  expect(groupLabel("unreadable", { belowPercent: 20, expiringDays: 14 }).tone).toBe("bad");
});

test("has no action line for an SMS quota", () => {
  const action = t(($) => $.quotas.field.onExhaustion);
  expect(quotaFields("data", set()).map(([field]) => field)).toContain(action);
  expect(quotaFields("sms", set()).map(([field]) => field)).not.toContain(action);
});

test("lists only lines that differ; starting from none, all are new", () => {
  expect(changedLines("data", set(), set({ volume: 87.5 }))).toEqual([
    {
      field: t(($) => $.quotas.field.remaining),
      before: volumeText("data", 37.5),
      after: volumeText("data", 87.5),
    },
  ]);
  expect(changedLines("data", none, set()).every(({ before }) => before === undefined)).toBe(true);
  expect(changedLines("data", set(), set())).toEqual([]);
});

test("derives the status of a completed change from the outcomes of its endpoints", () => {
  const none = Object.fromEntries(quotaRowStateSchema.options.map((one) => [one, 0])) as QuotaCounts;
  const tone = (counts: Partial<QuotaCounts>): string =>
    changeStatus({ state: "finished", counts: { ...none, ...counts } }).tone;
  expect([tone({ set: 2 }), tone({ "not-applied": 1 }), tone({ set: 1, "not-applied": 1 })]).toEqual([
    "good",
    "bad",
    "waiting",
  ]);
  expect([tone({ set: 1, unknown: 1, "not-applied": 1 }), tone({ moved: 1 })]).toEqual(["unknown", "waiting"]);
});

test("never formats a non-zero amount as 0", () => {
  const megabytes = (amount: string): string => t(($) => $.quotas.value.megabytes, { amount });
  expect([volumeText("data", 0.000_000_01), volumeText("data", 0), volumeText("data", 0.001)]).toEqual([
    megabytes(t(($) => $.quotas.value.tiny)),
    megabytes("0"),
    megabytes("0.001"),
  ]);
  expect([percentText(0.01), percentText(0)]).toEqual([t(($) => $.quotas.value.percentTiny), formatPercent(0)]);
});

test("reports a problem common to both quotas once", () => {
  const enforcement = { mode: "unknown", blocks: false, sentence: "" } as const;
  const problem = { at: 1, code: "offline", message: codedText("offline") };
  const quotas = (sms: object): Parameters<typeof commonProblem>[0] => ({
    data: { enforcement, problem } as never,
    sms: { enforcement, ...sms } as never,
  });
  expect(commonProblem(quotas({ problem: { ...problem, at: 2 } }))?.message).toEqual(codedText("offline"));
  expect(commonProblem(quotas({ problem: { ...problem, message: codedText("connection-lost") } }))).toBeUndefined();
  expect(commonProblem(quotas({}))).toBeUndefined();
});

test("a preview is incomplete until all quotas are read", () => {
  const counts = Object.fromEntries(quotaRowStateSchema.options.map((state) => [state, 0])) as QuotaCounts;
  const change = { state: "reading", counts: { ...counts, waiting: 3 } } as Parameters<typeof waitsFor>[0];
  expect(waitsFor(change, undefined, undefined)).toBe(t(($) => $.quotas.change.previewIncomplete));
  expect(waitsFor({ ...change, state: "planned" }, undefined, undefined)).toBeUndefined();
});
