import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import {
  figureOf,
  additionalLinks,
  organisationIn,
  sampleOf,
  shareOf,
  unknownReason,
  wholeList,
} from "../../../../../../renderer/features/fleet/record-detail/additional-links.ts";
import { collectionLabels } from "../../../../../../renderer/lib/records.ts";

const complete = { state: "complete", unique: 40, promised: 40 } as const;

function makeLink(fields: Partial<RecordLink>): RecordLink {
  return {
    relation: "users",
    title: codedText("link-users"),
    collection: "user",
    state: "reported",
    items: [],
    cache: complete,
    ...fields,
  };
}

const items = (count: number): RecordLink["items"] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1) }));

test("distinguishes none, unknown, never read and not offered", () => {
  const figureAndNote = (fields: Partial<RecordLink>): unknown => [
    figureOf(makeLink(fields)),
    unknownReason(makeLink(fields)),
  ];
  expect(figureAndNote({ total: 0 })).toEqual([t(($) => $.common.none), undefined]);
  expect(figureAndNote({ state: "reported" })).toEqual([undefined, t(($) => $.common.unknown)]);
  expect(figureAndNote({ state: "not-reported" })).toEqual([undefined, t(($) => $.common.unknown)]);
  expect(figureAndNote({ state: "never-read" })).toEqual([undefined, t(($) => $.common.notLoaded)]);
  expect(figureAndNote({ state: "not-offered" })).toEqual([undefined, t(($) => $.fleet.cache.notOffered)]);
});

test("omits a link that a field of the record shows, unless they differ", () => {
  const of = { collection: "endpoint", id: "7" } as const;
  const sim = (...ids: readonly string[]): RecordLink =>
    makeLink({ relation: "sim", collection: "sim", items: ids.map((id) => ({ id })), total: ids.length });
  expect(additionalLinks(of, { sim: { id: 5 } }, [sim("5")])).toEqual([]);
  expect(additionalLinks(of, { sim: 5 }, [sim("5")])).toEqual([]);
  expect(additionalLinks(of, {}, [sim("5")])).toHaveLength(1);
  expect(additionalLinks(of, { sim: { id: 5 } }, [sim("5", "6")])).toHaveLength(1);
});

test("counts, samples and links several records, and only names a single one", () => {
  const list = { collection: "user", filter: "organisation:9" } as const;
  const many = makeLink({ items: items(5), total: 1200, list });
  expect([figureOf(many), sampleOf(many).length]).toEqual(["1,200", 3]);
  expect(wholeList(many)).toEqual({
    label: t(($) => $.fleet.links.showInList, { collection: collectionLabels.user.many }),
    href: "#/fleet/user?filter=organisation%3A9",
  });
  const one = makeLink({ items: items(1), total: 1, list });
  expect([figureOf(one), wholeList(one), sampleOf(one).length]).toEqual([undefined, undefined, 1]);
  expect(wholeList(makeLink({ total: 0, list }))).toBeUndefined();
});

test("takes the organisation for tariff plans from the links", () => {
  expect(organisationIn([makeLink({}), makeLink({ relation: "organisation", items: items(1) })])).toBe("1");
  expect(organisationIn([makeLink({ relation: "organisation" })])).toBeUndefined();
});

test("marks a count from an incomplete cache", () => {
  expect(shareOf(complete)).toBeUndefined();
  expect(shareOf({ state: "partial", unique: 1200, promised: 2000 })).toBe(
    t(($) => $.fleet.links.partialCacheOf, { count: 1200, total: 2000 }),
  );
  expect(shareOf({ state: "partial", unique: 12 })).toBe(t(($) => $.fleet.links.partialCache, { count: 12 }));
});
