/** Steps of an audience against plain sets of ids: which recipients are added and removed, and that none is lost. */
import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AudienceStep, PlannedRow } from "../../../../../main/features/campaigns/planning/plan.ts";
import { planAudience } from "../../../../../main/features/campaigns/planning/planner.ts";
import { openCsvText } from "../../../../../main/features/campaigns/planning/csv-rows.ts";
import { placeOf } from "../../../../../main/features/campaigns/planning/plan-table.ts";
import { createFakeDirectory } from "../../../../fakes/fake-directory.ts";
import { createFakePlanWriter } from "../../../../fakes/fake-plan-writer.ts";
import { iccidOf, makeCachedEndpoint } from "../../../../make/cached-endpoint.ts";

const allIds = Array.from({ length: 12 }, (_, index) => index + 1);
const fleet = allIds.map((id) => makeCachedEndpoint(id));

type Kind = "ids" | "list" | "filter";
interface Step {
  readonly op: "add" | "remove";
  readonly kind: Kind;
  readonly ids: readonly number[];
}

/** The fake directory's filter matches all endpoints for the empty text. */
const idsOf = ({ kind, ids }: Step): readonly number[] => (kind === "filter" ? allIds : ids);

async function* batches(ids: readonly number[]): AsyncGenerator<readonly string[]> {
  await Promise.resolve();
  for (let from = 0; from < ids.length; from += 3) yield ids.slice(from, from + 3).map(String);
}

function toStep({ op, kind, ids }: Step, index: number): AudienceStep {
  const name = `part ${index}`;
  const label = codedText("source-list", { name });
  if (kind === "filter") return { op, source: { kind: "filter", filter: "" }, label };
  if (kind === "ids") return { op, source: { kind: "ids", ids: () => batches(ids) }, label };
  const text = `iccid;n\n${ids.map((id) => `${iccidOf(id)};N${id}`).join("\n")}\n`;
  return { op, source: { kind: "table", open: (signal) => openCsvText(name, text, signal) }, label };
}

/** The expected audience, computed with sets. */
function onPaper(steps: readonly Step[]): ReadonlySet<number> {
  const joined = new Set<number>();
  for (const step of steps) {
    for (const id of idsOf(step)) {
      if (step.op === "add") joined.add(id);
      else joined.delete(id);
    }
  }
  return joined;
}

async function plan(steps: readonly AudienceStep[], text = "hello"): Promise<readonly PlannedRow[]> {
  const writer = createFakePlanWriter();
  const deps = { directory: createFakeDirectory({ cached: fleet }), writer };
  const request = { connectionId: 1, audience: steps, from: "12345", text };
  const { planned, included, excluded } = await planAudience(deps, request, new AbortController().signal);
  expect(planned).toBe(included + excluded);
  expect(writer.rows()).toHaveLength(planned);
  return writer.rows();
}

const step = fc.record({
  op: fc.constantFrom("add" as const, "add" as const, "remove" as const),
  kind: fc.constantFrom<Kind>("ids", "list", "list", "filter"),
  // A list with an id twice: the second one is a duplicate.
  ids: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
});
const first = step.map((one) => ({ ...one, op: "add" as const }));

test("combines the steps of an audience like unions and differences of sets", async () => {
  await fc.assert(
    fc.asyncProperty(first, fc.array(step, { maxLength: 5 }), async (head, rest) => {
      const steps = [head, ...rest];
      const rows = await plan(steps.map(toStep));
      const included = rows.flatMap((row) => (row.excluded === undefined ? [Number(row.endpointId)] : []));
      expect(new Set(included).size).toBe(included.length);
      expect(new Set(included)).toEqual(onPaper(steps));
      // Every row of every part that adds is present once, with its place.
      for (const [source, each] of steps.entries()) {
        const own = rows.filter(({ row }) => placeOf(row).source === source);
        expect(own).toHaveLength(each.op === "add" ? idsOf(each).length : 0);
      }
      expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
    }),
    { numRuns: 150 },
  );
});

test("reports a removed recipient with the step that removed it", async () => {
  const steps: readonly Step[] = [
    { op: "add", kind: "list", ids: [1, 2, 3] },
    { op: "remove", kind: "ids", ids: [2] },
    { op: "add", kind: "ids", ids: [3, 4] },
  ];
  const rows = await plan(steps.map(toStep));
  expect(
    rows.map(({ row, excluded, ...rest }) => [placeOf(row), excluded, "detail" in rest ? rest.detail : ""]),
  ).toEqual([
    [{ source: 0, sourceRow: 2 }, undefined, ""],
    [
      { source: 0, sourceRow: 3 },
      "removed",
      codedText("removed-by-step", { step: 2, source: codedText("source-list", { name: "part 1" }) }),
    ],
    [{ source: 0, sourceRow: 4 }, undefined, ""],
    [{ source: 2, sourceRow: 1 }, "duplicate", expect.anything()],
    [{ source: 2, sourceRow: 2 }, undefined, ""],
  ]);
});

test("excludes a recipient without the column in its list, with the name of the variable", async () => {
  const steps: readonly Step[] = [
    { op: "add", kind: "list", ids: [1] },
    { op: "add", kind: "ids", ids: [2] },
  ];
  const rows = await plan(steps.map(toStep), "SET {{n}}");
  expect(rows).toMatchObject([
    { endpointId: "1", text: "SET N1" },
    { endpointId: "2", excluded: "missing-variable", detail: codedText("missing-variable", { variable: "n" }) },
  ]);
});
