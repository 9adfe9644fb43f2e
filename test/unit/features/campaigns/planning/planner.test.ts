import { braceWarning } from "#shared/rules/brace-warning.ts";
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import { openCsv } from "../../../../../main/features/campaigns/planning/csv-rows.ts";
import type {
  AudienceStep,
  PlannedRow,
  PlanRequest,
  PlanResult,
} from "../../../../../main/features/campaigns/planning/plan.ts";
import { planAudience } from "../../../../../main/features/campaigns/planning/planner.ts";
import { createFakeDirectory, type FakeDirectory, type FakeFleet } from "../../../../fakes/fake-directory.ts";
import { createFakePlanWriter } from "../../../../fakes/fake-plan-writer.ts";
import { iccidOf, makeCachedEndpoint, msisdnOf } from "../../../../make/cached-endpoint.ts";
import { useScratchFolder } from "../../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const offline = new AppError("offline", codedText("offline"));
const fleet = [1, 2, 3, 4].map((id) => makeCachedEndpoint(id));

interface Planned {
  readonly result: PlanResult;
  readonly rows: readonly PlannedRow[];
  readonly directory: FakeDirectory;
}

async function plan(csv: string, input: Partial<PlanRequest> & { readonly fleet?: FakeFleet } = {}): Promise<Planned> {
  const directory = createFakeDirectory(input.fleet ?? { cached: fleet });
  const writer = createFakePlanWriter();
  const request: PlanRequest = {
    connectionId: 1,
    audience: [fileStep(folder.write("list.csv", csv))],
    from: "12345",
    text: "hello",
    ...input,
  };
  const result = await planAudience({ directory, writer }, request, new AbortController().signal);
  return { result, rows: writer.rows(), directory };
}

function fileStep(file: string, by?: string): AudienceStep {
  return {
    op: "add",
    source: { kind: "table", open: (signal) => openCsv(file, signal), by },
    label: codedText("source-file", { file }),
  };
}

function filterStep(filter: string, op: AudienceStep["op"] = "add"): AudienceStep {
  return { op, source: { kind: "filter", filter }, label: codedText("source-filter", { filter: "a filter" }) };
}

const verdicts = (rows: readonly PlannedRow[]): readonly unknown[] =>
  rows.map((row) => [row.row, row.excluded ?? row.endpointId]);

describe("a file", () => {
  test("becomes frozen texts in its own order, with the detected properties of the list", async () => {
    const { result, rows } = await plan(`iccid;limit\n${iccidOf(2)};30\n${iccidOf(1)};40\n`, {
      text: "SET {{limit}} {{endpoint.name}}",
    });
    expect(rows).toEqual([
      { row: 2, identifier: iccidOf(2), endpointId: "2", text: "SET 30 van-2", segments: 1 },
      { row: 3, identifier: iccidOf(1), endpointId: "1", text: "SET 40 van-1", segments: 1 },
    ]);
    expect(result).toEqual({
      planned: 2,
      included: 2,
      excluded: 0,
      excludedByReason: {},
      segments: 2,
      longest: 1,
      segmentsExact: true,
      unicode: 0,
      from: "12345",
      by: "iccid",
      column: "iccid",
      live: { values: 0, rows: 0, matched: 0 },
      columns: ["iccid", "limit"],
      notes: [],
    });
  });

  test("has an exclusion reason for every row that is not sent to", async () => {
    const cached = [
      ...fleet,
      makeCachedEndpoint(5, { status: { id: 1 } }),
      makeCachedEndpoint(6, { status: { id: "2" } }),
      makeCachedEndpoint(7, { status: { description: "Odd" } }),
    ];
    const lines = ["iccid,limit", `${iccidOf(1)},1`, `${iccidOf(1)},2`, "", `${iccidOf(99)},3`, `${iccidOf(2)},`];
    lines.push(`${iccidOf(5)},4`, `${iccidOf(6)},5`, "8.98831E+18,6", `${iccidOf(3)},7,8`, ",9", `${iccidOf(7)},10`);
    const { rows, result } = await plan(lines.join("\n"), { text: "{{limit}}", fleet: { cached } });
    expect(verdicts(rows)).toEqual([
      [2, "1"],
      [3, "duplicate"],
      [5, "unresolved"],
      [6, "missing-variable"],
      [7, "disabled"],
      [8, "deleted"],
      [9, "damaged"],
      [10, "malformed"],
      [11, "unresolved"],
      [12, "7"],
    ]);
    expect([result.planned, result.included, result.excluded]).toEqual([10, 2, 8]);
  });

  test("matches one endpoint by several of its spellings once", async () => {
    const { rows } = await plan(`phone\n+${msisdnOf(1)}\n00${msisdnOf(1)}\n${msisdnOf(1)}\n`);
    expect(verdicts(rows)).toEqual([
      [2, "1"],
      [3, "duplicate"],
      [4, "duplicate"],
    ]);
  });

  test("excludes a name that several endpoints have, unless all but one were deleted", async () => {
    const cached = [
      makeCachedEndpoint(1, { name: "van" }),
      makeCachedEndpoint(2, { name: "van" }),
      makeCachedEndpoint(3, { name: "bus" }),
      makeCachedEndpoint(4, { name: "bus", status: { id: 2 } }),
    ];
    const { rows } = await plan("name\nvan\nbus\n", { fleet: { cached } });
    expect(rows).toMatchObject([
      { row: 2, excluded: "ambiguous", detail: codedText("names-several", { endpoints: 2, ids: "1, 2" }) },
      { row: 3, endpointId: "3" },
    ]);
  });

  test("excludes the long numbers that a spreadsheet has rounded", async () => {
    const round = iccidOf(10_000);
    const { rows } = await plan(`iccid\n${round}\n${iccidOf(20_000)}\n${iccidOf(1)}\n`, {
      fleet: { cached: [...fleet, makeCachedEndpoint(10_000)] },
    });
    expect(verdicts(rows)).toEqual([
      [2, "damaged"],
      [3, "damaged"],
      [4, "1"],
    ]);
  });

  test("gets a note that braces are sent unchanged where a variable may be meant", async () => {
    const { result } = await plan("id\n1\n", { text: "PIN code}}" });
    expect(result.notes).toEqual([braceWarning("PIN code}}")]);
  });

  test("with excluded rows only becomes a plan without recipients", async () => {
    const { result } = await plan(`iccid\n${iccidOf(98)}\n`);
    expect(result).toMatchObject({ planned: 1, included: 0, excludedByReason: { unresolved: 1 } });
  });

  test("counts the segments of the texts to send", async () => {
    const { result } = await plan(`id,t\n1,${"a".repeat(161)}\n2,ж\n1,again\n`, { text: "{{t}}" });
    expect(result).toMatchObject({ segments: 3, longest: 2, unicode: 1 });
  });

  test("excludes a text with more segments than allowed, with its upper bound where the count is not exact", async () => {
    const families = "👨‍👩‍👧".repeat(17) + "ж".repeat(64); // 3 segments by the standard, 4 where emoji sequences are not split
    const csv = `id,t\n1,${"a".repeat(460)}\n2,${"a".repeat(459)}\n3,${families}\n`;
    const { rows, result } = await plan(csv, { text: "{{t}}", maxSegments: 3 });
    expect(
      rows.map(({ row, excluded, ...rest }) => [
        row,
        excluded,
        "detail" in rest && rest.detail !== undefined ? formatText(rest.detail) : "",
      ]),
    ).toEqual([
      [2, "text-too-long", formatText(codedText("too-long", { segments: 4, limit: 3 }))],
      [3, undefined, ""],
      [4, "text-too-long", formatText(codedText("too-long-up-to", { segments: 4, limit: 3 }))],
    ]);
    expect(result.excludedByReason).toEqual({ "text-too-long": 2 });
  });

  test("excludes a text with more parts than can be numbered", async () => {
    const { rows } = await plan(`id,t\n1,${"a".repeat(153 * 255 + 1)}\n`, { text: "{{t}}" });
    expect(rows).toMatchObject([
      { excluded: "text-too-long", detail: codedText("too-long", { segments: 256, limit: 255 }) },
    ]);
  });
});

describe("identifiers that are not cached", () => {
  const live = [makeCachedEndpoint(70), makeCachedEndpoint(71)];

  test("are looked up at the service once, each value once, and keep their row", async () => {
    const csv = `iccid,n\n${iccidOf(70)},a\n${iccidOf(1)},b\n${iccidOf(71)},c\n${iccidOf(70)},d\n`;
    const { rows, result, directory } = await plan(csv, { text: "{{n}}", fleet: { cached: fleet, live } });
    expect(rows.map((row) => [row.row, row.excluded ?? row.text])).toEqual([
      [2, "a"],
      [3, "b"],
      [4, "c"],
      [5, "duplicate"],
    ]);
    expect(directory.liveCalls).toEqual([{ by: "iccid", values: [iccidOf(70), iccidOf(71)] }]);
    expect(result.live).toEqual({ values: 2, rows: 3, matched: 2 });
  });

  test("are excluded when the service is not reachable, and the plan succeeds", async () => {
    const csv = `iccid\n${iccidOf(70)}\n${iccidOf(1)}\n${iccidOf(71)}\n`;
    const liveFailure = { after: 1, error: offline };
    const { rows, result } = await plan(csv, { fleet: { cached: fleet, live, liveFailure } });
    expect(rows).toMatchObject([
      { row: 2, endpointId: "70" },
      { row: 3, endpointId: "1" },
      {
        row: 4,
        excluded: "unresolved",
        detail: codedText("endpoint-not-looked-up", { failure: codedText("offline") }),
      },
    ]);
    expect(result.live).toMatchObject({ values: 2, matched: 1, failure: { code: "offline" } });
  });

  test("have a check-digit error only when no endpoint matches", async () => {
    const wrong = "89883030000000000175";
    const { rows } = await plan(`iccid\n${wrong}\n89883030000000000176\n`, {
      fleet: { live: [makeCachedEndpoint(80, { record: { sim: { iccid: wrong } } })] },
    });
    expect(verdicts(rows)).toEqual([
      [2, "80"],
      [3, "check-digit"],
    ]);
  });
});

describe("suppression", () => {
  test("excludes by identifier and by endpoint, without a service look-up", async () => {
    const { rows, directory, result } = await plan(`iccid\n${iccidOf(1)}\n${iccidOf(2)}\n${iccidOf(70)}\n`, {
      suppressFile: folder.write("never.txt", `van-1\n${iccidOf(70)}\n`),
    });
    expect(verdicts(rows)).toEqual([
      [2, "suppressed"],
      [3, "2"],
      [4, "suppressed"],
    ]);
    expect([directory.liveCalls, [...(result.suppression?.endpointIds ?? [])]]).toEqual([[], ["1"]]);
  });
});

describe("a filter", () => {
  test("becomes rows numbered from one", async () => {
    const { rows, result } = await plan("", { audience: [filterStep("")], text: "{{endpoint.id}}" });
    expect(rows.map((row) => [row.row, row.identifier, row.excluded ?? row.text])).toEqual([
      [1, "1", "1"],
      [2, "2", "2"],
      [3, "3", "3"],
      [4, "4", "4"],
    ]);
    expect(result.by).toBeUndefined();
  });

  test("is rejected when it matches no endpoint", async () => {
    const audience = [filterStep("nobody")];
    await expect(plan("", { audience })).rejects.toMatchObject({ code: "audience-empty" });
  });

  test("has no columns", async () => {
    const audience = [filterStep("")];
    await expect(plan("", { audience, text: "{{limit}}" })).rejects.toMatchObject({ code: "variable-unknown" });
  });
});

test.each<[string, (file: string) => Partial<PlanRequest>, string]>([
  ["a sender that is no number", () => ({ from: "Fleet" }), "source-address-invalid"],
  ["an empty text", () => ({ text: " " }), "text-empty"],
  ["an unknown variable", () => ({ text: "{{nope}}" }), "variable-unknown"],
  ["an unknown column", (file) => ({ audience: [fileStep(file, "nope")] }), "column-unknown"],
  ["a missing file", () => ({ audience: [fileStep("/nowhere.csv")] }), "file-not-found"],
  ["a missing suppression file", () => ({ suppressFile: "/nowhere.txt" }), "file-not-found"],
])("plans nothing: %s", async (_, input, code) => {
  const file = folder.write("one.csv", `iccid\n${iccidOf(1)}\n`);
  await expect(plan(`iccid\n${iccidOf(1)}\n`, input(file))).rejects.toMatchObject({ code });
});
