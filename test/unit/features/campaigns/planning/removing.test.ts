/** Steps that remove: recipients that they cannot match are reported, or the step is rejected. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, test } from "vitest";
import { openCsvText } from "../../../../../main/features/campaigns/planning/csv-rows.ts";
import type { AudienceSource, AudienceStep, PlanResult } from "../../../../../main/features/campaigns/planning/plan.ts";
import { planAudience } from "../../../../../main/features/campaigns/planning/planner.ts";
import { createFakeDirectory, type FakeFleet } from "../../../../fakes/fake-directory.ts";
import { createFakePlanWriter } from "../../../../fakes/fake-plan-writer.ts";
import { iccidOf, makeCachedEndpoint, msisdnOf } from "../../../../make/cached-endpoint.ts";

const fleet = [1, 2, 3].map((id) => makeCachedEndpoint(id));

const filter = (name: string): AudienceSource => ({ kind: "filter", filter: name });
const ids = (...values: readonly string[]): AudienceSource => ({
  kind: "ids",
  ids: async function* () {
    await Promise.resolve();
    yield values;
  },
});
const list = (text: string, by?: string): AudienceSource => ({
  kind: "table",
  open: (signal) => openCsvText("never", text, signal),
  by,
});
const add = (source: AudienceSource): AudienceStep => ({
  op: "add",
  source,
  label: codedText("source-list", { name: "a part" }),
});
const remove = (source: AudienceSource): AudienceStep => ({
  op: "remove",
  source,
  label: codedText("source-list", { name: "the part" }),
});

async function plan(
  audience: readonly AudienceStep[],
  fakeFleet: FakeFleet = { cached: fleet },
): Promise<{ readonly result: PlanResult; readonly verdicts: readonly (string | undefined)[] }> {
  const writer = createFakePlanWriter();
  const deps = { directory: createFakeDirectory(fakeFleet), writer };
  const request = { connectionId: 1, audience, from: "12345", text: "hello" };
  const result = await planAudience(deps, request, new AbortController().signal);
  return { result, verdicts: writer.rows().map((row) => row.excluded ?? row.endpointId) };
}

describe("a filter that removes", () => {
  test("is rejected without a cache, because it would remove nothing", async () => {
    const fakeFleet: FakeFleet = { live: fleet, completeness: { state: "never" } };
    await expect(plan([add(ids("1", "2")), remove(filter("van-1"))], fakeFleet)).rejects.toMatchObject({
      code: "never-synchronised",
    });
  });

  test("reports that an incomplete cache may lack endpoints", async () => {
    const fakeFleet: FakeFleet = {
      cached: fleet,
      completeness: { state: "partial", reason: codedText("earlier-sentence", { sentence: "9 of 10." }) },
    };
    const { result, verdicts } = await plan([add(ids("1", "2")), remove(filter("van-1"))], fakeFleet);
    expect(verdicts).toEqual(["removed", "2"]);
    expect(result.notes).toEqual([
      codedText("cache-incomplete-exclude-reason", { reason: codedText("earlier-sentence", { sentence: "9 of 10." }) }),
    ]);
  });

  test("reports endpoints whose last contact is unknown; so does one that adds, and an audience without a known match", async () => {
    const undecided = (name: string): CodedText =>
      codedText("contacts-undecided-filter", {
        filter: name,
        undecided: codedText("contacts-undecided", { count: 2 }),
      });
    const fakeFleet: FakeFleet = { cached: fleet, undecided: 2 };
    const { result } = await plan([add(filter("van-2")), remove(filter("van-1"))], fakeFleet);
    expect(result.notes).toEqual([undecided("van-2"), undecided("van-1")]);
    await expect(plan([add(filter("none"))], fakeFleet)).rejects.toMatchObject({
      code: "audience-empty",
      text: undecided("none"),
    });
  });

  test("reports endpoints that only the service has, because the filter cannot match them", async () => {
    const fakeFleet: FakeFleet = { cached: fleet, live: [makeCachedEndpoint(70)] };
    const { result, verdicts } = await plan([add(ids("1", "70")), remove(filter("van-70"))], fakeFleet);
    expect(verdicts).toEqual(["1", "70"]);
    expect(result.notes).toEqual([codedText("identifiers-not-filtered", { count: 1, step: 2 })]);
    const later = await plan([add(ids("1")), remove(filter("van-1")), add(ids("70"))], fakeFleet);
    expect(later.result.notes).toEqual([]);
  });
});

describe("a list that removes", () => {
  test("matches endpoints that only the service has, by any of their identifiers", async () => {
    const fakeFleet: FakeFleet = { cached: fleet, live: [makeCachedEndpoint(70), makeCachedEndpoint(71)] };
    const { verdicts } = await plan([add(ids("70", "71", "1")), remove(list(`msisdn\n+${msisdnOf(70)}\n`))], fakeFleet);
    expect(verdicts).toEqual(["removed", "71", "1"]);
  });

  test("without a header removes its first line too, and no endpoint named like the generated column", async () => {
    const named = makeCachedEndpoint(4, { name: "identifier" });
    const fakeFleet: FakeFleet = { cached: [...fleet, named] };
    const { verdicts } = await plan(
      [add(ids("1", "2", "4")), remove(list(`${iccidOf(1)}\n${iccidOf(2)}\n`))],
      fakeFleet,
    );
    expect(verdicts).toEqual(["removed", "removed", "4"]);
  });

  test("does not match an identifier of another kind", async () => {
    const named = makeCachedEndpoint(4, { name: "2" });
    const fakeFleet: FakeFleet = { cached: [...fleet, named], live: [makeCachedEndpoint(70)] };
    const byName = await plan([add(ids("2", "4", "70")), remove(list("name\n2\n70\n"))], fakeFleet);
    expect(byName.verdicts).toEqual(["2", "removed", "70"]);
    const byId = await plan([add(list("name\n2\nvan-2\n")), remove(list("endpoint_id\n2\n"))], fakeFleet);
    expect(byId.verdicts).toEqual(["4", "removed"]);
  });

  test("matches only the column that identifies its rows, where that has no identifier the next one", async () => {
    const alike = [1, 2, 3, 4].map((id) => makeCachedEndpoint(id, { name: "Router" }));
    const text = `Name;ID;ICCID\nRouter;4;${iccidOf(1)}\nRouter;2;\nRouter;3;n/a\n`;
    const { verdicts } = await plan([add(ids("1", "2", "3", "4")), remove(list(text))], { cached: alike });
    expect(verdicts).toEqual(["removed", "removed", "removed", "4"]);
  });

  test("matches another unique identifier of a row whose own one no endpoint has, but no name", async () => {
    const imei = "490154203237518";
    const cached = [
      makeCachedEndpoint(1, { name: "Router" }),
      makeCachedEndpoint(2, { name: "Router", record: { imei } }),
      makeCachedEndpoint(3, { name: "Router" }),
    ];
    const text = `ICCID;IMEI;Name\n${iccidOf(9)};${imei};Router\n`;
    const { verdicts } = await plan([add(ids("1", "2", "3")), remove(list(text))], { cached });
    expect(verdicts).toEqual(["1", "removed", "3"]);
    // A column that is not read may be damaged.
    const damaged = await plan([add(ids("1")), remove(list(`ICCID;Device ID\n${iccidOf(9)};1.23457E+11\n`))], {
      cached,
    });
    expect(damaged.verdicts).toEqual(["1"]);
  });

  test("is rejected when a spreadsheet has rounded it, because its endpoints are unknown", async () => {
    await expect(plan([add(ids("1")), remove(list("iccid\n8.9883E+18\n"))])).rejects.toMatchObject({
      code: "suppression-damaged",
    });
  });
});

test("reads ids that remove like ids that add", async () => {
  const { verdicts } = await plan([add(ids(" 1", "2 ")), remove(ids("1 "))]);
  expect(verdicts).toEqual(["removed", "2"]);
});

test("accepts columns of other lists that differ only in case", async () => {
  const writer = createFakePlanWriter();
  const audience = [add(list("id;PIN\n1;11\n")), add(list("id;pin\n2;22\n")), add(ids("3"))];
  const deps = { directory: createFakeDirectory({ cached: fleet }), writer };
  await planAudience(deps, { connectionId: 1, audience, from: "12345", text: "{{Pin}}" }, new AbortController().signal);
  expect(writer.rows().map((row) => (row.excluded === undefined ? row.text : row.excluded))).toEqual([
    "11",
    "22",
    "missing-variable",
  ]);
});

test("counts the rows of all parts in its progress", async () => {
  const read: number[] = [];
  const audience = [add(ids("1", "2")), remove(ids("2")), add(list("id\n1\n3\n")), add(filter(""))];
  const deps = {
    directory: createFakeDirectory({ cached: fleet }),
    writer: createFakePlanWriter(),
    onProgress: (rows: number): void => void read.push(rows),
  };
  await planAudience(deps, { connectionId: 1, audience, from: "12345", text: "hello" }, new AbortController().signal);
  expect(read).toEqual([2, 4, 5, 6, 7]);
});
