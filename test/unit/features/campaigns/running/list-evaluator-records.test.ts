import { describe, expect, it } from "vitest";
import type { SmsRecord } from "../../../../../main/core/api/sms.ts";
import { classifyList, type ClassifyListInput } from "../../../../../main/features/campaigns/running/list-evaluator.ts";

const intentAt = Date.UTC(2031, 3, 2, 9, 15, 0);

function record(fields: Partial<SmsRecord> = {}): SmsRecord {
  return {
    id: "700",
    direction: "mt",
    delivery: "buffered",
    statusText: "BUFFERED",
    sourceAddress: "4911",
    payload: "CHK",
    submittedAt: intentAt + 200,
    finalAt: undefined,
    ...fields,
  };
}

function input(fields: Partial<ClassifyListInput> = {}): ClassifyListInput {
  return {
    row: {
      text: "CHK",
      intentAt,
      intentOffsetMs: 0,
    },
    sourceAddress: "4911",
    seen: [],
    complete: true,
    owned: new Set(),
    expected: [],
    nameless: 0,
    recordClock: { offsetMs: 0, toleranceMs: 60_000 },
    inGrace: false,
    outlived: false,
    ...fields,
  };
}

const row = input().row;

describe("a message whose answer was lost", () => {
  it("was accepted when the list contains it", () => {
    expect(classifyList(input({ seen: [record()] }))).toEqual({ kind: "accepted", reference: "700" });
  });

  it("is absent when a complete list after the grace period does not contain it", () => {
    expect(classifyList(input({ seen: [record({ payload: "other" })] }))).toEqual({ kind: "absent" });
  });

  it("is undecided by a list that was requested within the grace period", () => {
    expect(classifyList(input({ inGrace: true }))).toEqual({ kind: "wait" });
  });

  it("is undecided by a list that lacks an expected record, and absent on an empty list without expected records", () => {
    const stale = { kind: "unclear", code: "list-stale", stale: true };
    expect(classifyList(input({ expected: ["700", "701"], seen: [record({ payload: "other" })] }))).toMatchObject(
      stale,
    );
    expect(classifyList(input({ expected: ["700"], seen: [record({ payload: "other" })] }))).toEqual({
      kind: "absent",
    });
    expect(classifyList(input())).toEqual({ kind: "absent" });
  });

  it.each([
    ["another text", { payload: "CHK 2" }],
    ["a record sent by the device", { direction: "mo" as const }],
    ["a record from long before", { submittedAt: intentAt - 1_200_000 }],
  ])("is not proven by %s", (_name, fields) => {
    expect(classifyList(input({ seen: [record(fields)] }))).toEqual({ kind: "absent" });
  });

  it.each([
    ["another sender", { sourceAddress: "4912" }],
    ["another sender and no readable date", { sourceAddress: "4912", submittedAt: undefined }],
    ["another sender and no readable text", { sourceAddress: "4912", payload: undefined }],
    ["blanks around the text", { payload: " CHK\n" }],
    ["blanks around the text and no readable sender", { payload: "CHK ", sourceAddress: undefined }],
    ["punctuation that was replaced", { payload: "CHK\u00a0?" }],
  ])("stays undecided after the grace period when a record differs only by %s", (_name, fields) => {
    expect(classifyList(input({ seen: [record(fields)] }))).toMatchObject({ kind: "unclear", code: "similar-record" });
  });

  it.each([
    ["line ends", "A\nB", "A\r\nB"],
    ["compositions of letters", "Caf\u00e9", "Cafe\u0301"],
    ["quotation marks", "Say \u201chi\u201d \u2026", 'Say "hi" ...'],
    ["blanks between words", "A  B\tC", "A B C"],
    ["letters without marks", "Caf\u00e9", "Cafe"],
    ["content because it is a part of the text", "0123456789".repeat(18), "0123456789".repeat(15)],
  ])("stays undecided when the listed text has other %s", (_name, text, payload) => {
    expect(classifyList(input({ row: { ...row, text }, seen: [record({ payload })] }))).toMatchObject({
      code: "similar-record",
    });
  });

  it("waits within the grace period although a similar record is listed", () => {
    const seen = [record({ payload: "CHK " })];
    expect(classifyList(input({ inGrace: true, seen }))).toMatchObject({ kind: "wait" });
  });

  it("was accepted when the list contains it and a similar record", () => {
    const seen = [record({ id: "699", sourceAddress: "4912" }), record()];
    expect(classifyList(input({ seen }))).toEqual({ kind: "accepted", reference: "700" });
  });

  it.each([
    ["that another recipient owns", { id: "699" }],
    ["from long before", { submittedAt: intentAt - 63_000 }],
    ["sent by the device", { direction: "mo" as const }],
  ])("is not undecided because of a similar record %s", (_name, fields) => {
    const seen = [record({ sourceAddress: "4912", ...fields })];
    expect(classifyList(input({ seen, owned: new Set(["699"]) }))).toEqual({ kind: "absent" });
  });

  it("is not proven by a record that another recipient owns", () => {
    expect(classifyList(input({ seen: [record()], owned: new Set(["700"]) }))).toEqual({ kind: "absent" });
  });

  it("gets the earliest of several matching records", () => {
    const seen = [record({ id: "702", submittedAt: intentAt + 900 }), record({ id: "701" })];
    expect(classifyList(input({ seen }))).toEqual({ kind: "accepted", reference: "701" });
  });

  it("stays undecided when the matching record may belong to a message without an id", () => {
    expect(classifyList(input({ seen: [record()], nameless: 1 }))).toMatchObject({
      kind: "unclear",
      code: "not-attributable",
    });
  });

  it("does not get the record of a message without an id that the list contains twice", () => {
    expect(classifyList(input({ seen: [record(), record()], nameless: 1 }))).toMatchObject({
      kind: "unclear",
      code: "not-attributable",
    });
  });

  it("does not get the earliest records, which belong to messages without an id", () => {
    const seen = [record({ id: "701" }), record({ id: "702", submittedAt: intentAt + 900 })];
    expect(classifyList(input({ seen, nameless: 1 }))).toEqual({ kind: "accepted", reference: "702" });
  });

  it.each([["id"], ["payload"], ["sourceAddress"], ["submittedAt"]])(
    "stays undecided when a possible record has no readable %s",
    (field) => {
      expect(classifyList(input({ seen: [record({ [field]: undefined })] }))).toMatchObject({
        kind: "unclear",
        code: "list-unreadable",
      });
    },
  );

  it("stays undecided when the list is incomplete", () => {
    expect(classifyList(input({ complete: false }))).toMatchObject({ kind: "unclear", code: "list-incomplete" });
  });

  it("compares dates on the service's clock, with its offset at the intent", () => {
    const behind = { ...row, intentOffsetMs: -3_600_000 };
    const seen = [record({ submittedAt: intentAt - 3_600_000 + 200 })];
    expect(classifyList(input({ row: behind, seen }))).toEqual({ kind: "accepted", reference: "700" });
  });

  it("stays undecided when the same text was listed minutes before, because the service's clocks may differ", () => {
    const seen = [record({ submittedAt: intentAt - 8_000 })];
    expect(classifyList(input({ seen }))).toMatchObject({ kind: "unclear", code: "similar-time" });
  });

  it.each([
    ["without a sender", { sourceAddress: undefined }],
    ["with another sender", { sourceAddress: "4912" }],
    ["without a text", { payload: undefined }],
    ["with another form of the text", { payload: "chk." }],
  ])("stays undecided when a record %s is dated minutes before and the record clock is unknown", (_name, fields) => {
    const seen = [record({ submittedAt: intentAt - 600_000, ...fields })];
    expect(classifyList(input({ recordClock: undefined, seen }))).toMatchObject({
      kind: "unclear",
      code: "similar-time",
    });
  });

  it.each([
    ["20 minutes", 1_200_000],
    ["8 hours, a local time without its zone", 8 * 3_600_000],
    ["almost 26 hours", 26 * 3_600_000 - 4_000],
  ])("stays undecided when the same text is dated %s earlier and the record clock is unknown", (_name, behindMs) => {
    const seen = [record({ submittedAt: intentAt - behindMs })];
    expect(classifyList(input({ recordClock: undefined, seen }))).toMatchObject({
      kind: "unclear",
      code: "similar-time",
    });
  });

  it("is not undecided because of the same text more than 26 hours before, or one that another recipient owns", () => {
    const old = [record({ submittedAt: intentAt - 26 * 3_600_000 - 3_000 })];
    expect(classifyList(input({ recordClock: undefined, seen: old }))).toEqual({ kind: "absent" });
    const owned = new Set(["700"]);
    const seen = [record({ submittedAt: intentAt - 1_200_000 })];
    expect(classifyList(input({ recordClock: undefined, seen, owned }))).toEqual({ kind: "absent" });
  });

  it("stays undecided after a day unless the list contains an older record", () => {
    const outlived = true;
    const tooYoung = { kind: "unclear", code: "list-too-young" };
    expect(classifyList(input({ outlived }))).toMatchObject(tooYoung);
    const before = (ms: number, fields: Partial<SmsRecord> = {}): readonly SmsRecord[] => [
      record({ id: "600", payload: "other", submittedAt: intentAt - ms, ...fields }),
    ];
    expect(classifyList(input({ outlived, seen: before(-1_000) }))).toMatchObject(tooYoung);
    expect(classifyList(input({ outlived, seen: before(3_600_000) }))).toEqual({ kind: "absent" });
    expect(classifyList(input({ outlived, seen: before(3_600_000, { direction: "mo" }) }))).toMatchObject(tooYoung);
    expect(classifyList(input({ outlived, recordClock: undefined, seen: before(3_600_000) }))).toMatchObject(tooYoung);
    expect(classifyList(input({ outlived, recordClock: undefined, seen: before(27 * 3_600_000) }))).toEqual({
      kind: "absent",
    });
  });

  it("compares dates on the clock of the records once that was measured", () => {
    const recordClock = { offsetMs: -8 * 3_600_000, toleranceMs: 60_000 };
    const seen = [record({ submittedAt: intentAt - 8 * 3_600_000 + 200 })];
    expect(classifyList(input({ recordClock, seen }))).toEqual({ kind: "accepted", reference: "700" });
  });

  it("stays undecided with any earlier date when the service's clock was unknown at the intent", () => {
    const unknownOffset = { ...row, intentOffsetMs: undefined };
    const seen = [record({ submittedAt: intentAt - 400 * 86_400_000 })];
    expect(classifyList(input({ row: unknownOffset, seen }))).toMatchObject({ kind: "unclear" });
  });

  it("allows for dates that are cut to whole seconds", () => {
    const seen = [record({ submittedAt: intentAt - 2_000 })];
    expect(classifyList(input({ seen }))).toEqual({ kind: "accepted", reference: "700" });
  });

  it("ignores an earlier date when the service's clock is unknown", () => {
    const unknownOffset = { ...row, intentOffsetMs: undefined };
    const seen = [record({ submittedAt: intentAt - 600_000 })];
    expect(classifyList(input({ row: unknownOffset, seen }))).toMatchObject({ code: "list-unreadable" });
  });

  it("matches an address that was returned with a plus sign", () => {
    expect(classifyList(input({ seen: [record({ sourceAddress: "+4911" })] }))).toMatchObject({ kind: "accepted" });
  });
});
