import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import {
  emptyForm,
  parseForm,
  possibleOps,
  type QuotaForm,
  readForm,
} from "../../../../../renderer/features/quotas/quota-form.ts";
import { draftActions } from "../../../../../renderer/app/store/use-draft-form.ts";
import { readTextDraft, saveTextDraft, writeForm } from "../../../../../renderer/lib/draft-storage.ts";

const form = (part: Partial<QuotaForm>): QuotaForm => ({ ...emptyForm, ...part });

test("reports an empty volume at its field, worded for the operation", () => {
  expect(readForm("data", form({}))).toEqual({
    ok: false,
    problems: { volume: t(($) => $.quotas.form.volumeRemaining) },
  });
  expect(readForm("data", form({ op: "add" }))).toEqual({
    ok: false,
    problems: { volume: t(($) => $.quotas.form.volumeToAdd) },
  });
});

test("reports an infinite number at its field and does not send it", () => {
  const draft = form({ volume: "9".repeat(400), thresholdPercent: "9".repeat(400) });
  expect(readForm("data", draft)).toEqual({
    ok: false,
    problems: {
      volume: t(($) => $.quotas.form.volumeTooLarge),
      thresholdPercent: t(($) => $.quotas.form.numberTooLarge),
    },
  });
  expect(readForm("data", form({ volume: "x".repeat(400) }))).toMatchObject({
    problems: { volume: t(($) => $.quotas.form.notNumber, { text: `${"x".repeat(40)}…` }) },
  });
});

test("reports all unreadable fields at once, quoting the input", () => {
  const draft = form({ volume: "5O", expiresAt: "31.12.2031", thresholdPercent: "few" });
  expect(readForm("sms", draft)).toEqual({
    ok: false,
    problems: {
      volume: t(($) => $.quotas.form.notNumber, { text: "5O" }),
      expiresAt: t(($) => $.quotas.form.notTime, { text: "31.12.2031" }),
      thresholdPercent: t(($) => $.quotas.form.notNumber, { text: "few" }),
    },
  });
});

test("leaves validation of readable values to main", () => {
  expect(readForm("data", form({ volume: "-5", thresholdPercent: "120" }))).toEqual({
    ok: true,
    operation: { op: "set", volume: -5, thresholdPercent: 120 },
  });
});

test("leaves the endpoint's values unchanged for empty fields", () => {
  expect(readForm("data", form({ op: "add", volume: "1,000.5" }))).toEqual({
    ok: true,
    operation: { op: "add", volume: 1000.5, whereNone: "skip" },
  });
  expect(readForm("data", form({ op: "change", volume: "half typed", autoRefill: "no" }))).toEqual({
    ok: true,
    operation: { op: "change", autoRefill: false },
  });
});

test("contains all fields of a data quota, and no action for an SMS quota", () => {
  const draft = form({
    volume: "50",
    expiresAt: "2031-12-31 23:59",
    onExhaustion: "128000",
    autoRefill: "yes",
    thresholdPercent: "20",
  });
  const expiresAt = new Date(2031, 11, 31, 23, 59).getTime();
  const both = { op: "set", volume: 50, expiresAt, autoRefill: true, thresholdPercent: 20 };
  expect(readForm("data", draft)).toEqual({
    ok: true,
    operation: { ...both, onExhaustion: { kind: "throttle", bitsPerSecond: 128_000 } },
  });
  expect(readForm("sms", draft)).toEqual({ ok: true, operation: both });
});

test("needs no field to delete, whatever the others contain", () => {
  expect(readForm("data", form({ op: "delete", volume: "nonsense" }))).toEqual({
    ok: true,
    operation: { op: "delete" },
  });
});

test("offers only set if there is no quota", () => {
  expect(possibleOps({ state: "none" })).toEqual(["set"]);
  expect(possibleOps(undefined)).toContain("add");
});

test("round-trips a stored form", () => {
  const fields = fc.record({
    op: fc.constantFrom("set" as const, "add" as const, "change" as const, "delete" as const),
    volume: fc.string(),
    whereNone: fc.constantFrom("skip" as const, "set" as const),
    expiresAt: fc.string(),
    onExhaustion: fc.constantFrom("", "block", "64000"),
    autoRefill: fc.constantFrom("" as const, "yes" as const, "no" as const),
    thresholdPercent: fc.string(),
  });
  fc.assert(
    fc.property(fields, (draft) => {
      expect(parseForm(writeForm(draft, emptyForm) || "{}")).toEqual(draft);
    }),
  );
});

test("parses foreign stored data as an empty form", () => {
  for (const text of ["", "null", "[1]", '{"volume":7,"other":"x"}', "{"]) expect(parseForm(text)).toEqual(emptyForm);
});

test("empties the form of a change that was made, unless it was edited since", () => {
  const key = "quota/Acme/70001/data";
  const render = (): ReturnType<typeof draftActions<QuotaForm>> =>
    draftActions({ key, text: readTextDraft(key), empty: emptyForm, read: parseForm });
  onTestFinished(() => void saveTextDraft(key, ""));
  render().update({ volume: "12", op: "add" });
  const submitted = render();
  render().update({ volume: "120" });
  expect([submitted.clear({ op: "add" }), parseForm(readTextDraft(key)).volume]).toEqual([false, "120"]);
  expect([render().clear({ op: "add" }), parseForm(readTextDraft(key))]).toEqual([true, { ...emptyForm, op: "add" }]);
});
