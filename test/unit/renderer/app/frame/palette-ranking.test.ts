import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nameAfterVerb, rank, relevance, withRecent } from "../../../../../renderer/app/frame/palette-ranking.ts";

const entry = (label: string, keywords?: string): { id: string; label: string; keywords?: string } => ({
  id: label,
  label,
  keywords,
});

const labelsOf = (query: string, labels: readonly string[], recent: readonly string[] = []): readonly string[] =>
  rank(
    query,
    labels.map((label) => entry(label)),
    recent,
  ).map(({ label }) => label);

test("a prefix precedes the start of a word, and that precedes a part of a word", () => {
  const labels = ["Reset meters", "New quota set", "Setup", "Set quota"];
  expect(labelsOf("set", labels)).toEqual(["Setup", "Set quota", "New quota set", "Reset meters"]);
});

test("the whole label precedes a longer one, also one that was used recently", () => {
  expect(labelsOf("quotas", ["Quotas of today", "Quotas"], ["Quotas of today"])).toEqual(["Quotas", "Quotas of today"]);
});

test("of equally relevant entries, those used recently come first, newest before older, then the given order", () => {
  const labels = ["Sync a", "Sync b", "Sync c", "Sync d"];
  expect(labelsOf("sync", labels, ["Sync d", "Sync b"])).toEqual(["Sync d", "Sync b", "Sync a", "Sync c"]);
});

test("every word must match, in any order; a keyword counts less than the label", () => {
  expect(labelsOf("campaign pause", ["Pause one campaign", "Pause"])).toEqual(["Pause one campaign"]);
  const entries = rank("stop", [entry("Pause", "stop hold"), entry("Stop now")], []);
  expect(entries.map(({ label }) => label)).toEqual(["Stop now", "Pause"]);
});

test("case and accents are ignored", () => {
  expect(relevance("elan", entry("Élan meter"))).toBeGreaterThan(0);
  expect(relevance("ÉLAN", entry("elan meter"))).toBeGreaterThan(0);
});

test("without a query, everything is listed, recent ones first", () => {
  expect(labelsOf("", ["a", "b", "c"], ["c"])).toEqual(["c", "a", "b"]);
});

test.each([
  ["send sms to meter 12", "meter 12"],
  ["sms 89883030000011111", "89883030000011111"],
  ["Send SMS", undefined],
  ["Send SMS to", undefined],
  ["Send SMS to ", ""],
  ["meter 12", undefined],
  ["", undefined],
])("the name in “%s” is %s", (query, name) => {
  expect(nameAfterVerb(query, { label: "Send SMS to", keywords: "text command" })).toBe(name);
});

test("entries are remembered once, newest first, and not more than 20", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }), (used) => {
      const recent = used.reduce<readonly { readonly id: string }[]>(
        (before, id) => withRecent(before, { id: String(id) }),
        [],
      );
      const newestFirst = [...new Set(used.toReversed().map(String))].slice(0, 20);
      expect(recent.map(({ id }) => id)).toEqual(newestFirst);
    }),
  );
});
