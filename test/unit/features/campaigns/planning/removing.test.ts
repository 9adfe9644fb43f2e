/** Steps that take away: whom they cannot see is said, or refused. */
import { codedText } from "#shared/texts/coded-text.ts";
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

describe("a filter that takes away", () => {
  test("is refused without a local copy: it would spare everybody", async () => {
    const fakeFleet: FakeFleet = { live: fleet, completeness: { state: "never" } };
    await expect(plan([add(ids("1", "2")), remove(filter("van-1"))], fakeFleet)).rejects.toMatchObject({
      code: "never-synchronised",
    });
  });

  test("says that an incomplete copy may lack somebody", async () => {
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

  test("says who was found on the service alone and so could not be judged by it", async () => {
    const fakeFleet: FakeFleet = { cached: fleet, live: [makeCachedEndpoint(70)] };
    const { result, verdicts } = await plan([add(ids("1", "70")), remove(filter("van-70"))], fakeFleet);
    expect(verdicts).toEqual(["1", "70"]);
    expect(result.notes).toEqual([codedText("identifiers-not-filtered", { count: 1, step: 2 })]);
    const later = await plan([add(ids("1")), remove(filter("van-1")), add(ids("70"))], fakeFleet);
    expect(later.result.notes).toEqual([]);
  });
});

describe("a list that takes away", () => {
  test("reaches endpoints that only the service knows, by anything they carry", async () => {
    const fakeFleet: FakeFleet = { cached: fleet, live: [makeCachedEndpoint(70), makeCachedEndpoint(71)] };
    const { verdicts } = await plan([add(ids("70", "71", "1")), remove(list(`msisdn\n+${msisdnOf(70)}\n`))], fakeFleet);
    expect(verdicts).toEqual(["removed", "71", "1"]);
  });

  test("without a header takes its first line away too, and nobody who is called as we call its column", async () => {
    const named = makeCachedEndpoint(4, { name: "identifier" });
    const fakeFleet: FakeFleet = { cached: [...fleet, named] };
    const { verdicts } = await plan(
      [add(ids("1", "2", "4")), remove(list(`${iccidOf(1)}\n${iccidOf(2)}\n`))],
      fakeFleet,
    );
    expect(verdicts).toEqual(["removed", "removed", "4"]);
  });

  test("takes nobody away who has a named one's identifier as another kind of identifier", async () => {
    const named = makeCachedEndpoint(4, { name: "2" });
    const fakeFleet: FakeFleet = { cached: [...fleet, named], live: [makeCachedEndpoint(70)] };
    const byName = await plan([add(ids("2", "4", "70")), remove(list("name\n2\n70\n"))], fakeFleet);
    expect(byName.verdicts).toEqual(["2", "removed", "70"]);
    const byId = await plan([add(list("name\n2\nvan-2\n")), remove(list("endpoint_id\n2\n"))], fakeFleet);
    expect(byId.verdicts).toEqual(["4", "removed"]);
  });

  test("is refused when a spreadsheet has rounded it: who is meant cannot be known", async () => {
    await expect(plan([add(ids("1")), remove(list("iccid\n8.9883E+18\n"))])).rejects.toMatchObject({
      code: "suppression-damaged",
    });
  });
});

test("ids that take away are read as those that join are", async () => {
  const { verdicts } = await plan([add(ids(" 1", "2 ")), remove(ids("1 "))]);
  expect(verdicts).toEqual(["removed", "2"]);
});

test("columns of other lists that differ in case alone are no doubt for a list without them", async () => {
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

test("progress counts the rows of all parts, one after the other", async () => {
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
