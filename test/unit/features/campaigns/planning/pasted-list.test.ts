import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCsv, openCsvText, type CsvRow } from "../../../../../main/features/campaigns/planning/csv-rows.ts";
import { planAudience } from "../../../../../main/features/campaigns/planning/planner.ts";
import { AppError } from "#shared/failure.ts";
import { createFakeDirectory, type FakeFleet } from "../../../../fakes/fake-directory.ts";
import { createFakePlanWriter } from "../../../../fakes/fake-plan-writer.ts";
import { iccidOf, makeCachedEndpoint, msisdnOf } from "../../../../make/cached-endpoint.ts";
import { useScratchFolder } from "../../../../make/scratch-folder.ts";

const folder = useScratchFolder();

const { signal } = new AbortController();

interface Read {
  readonly columns: readonly string[];
  readonly headless: boolean;
  readonly rows: readonly CsvRow[];
}

async function read(text: string): Promise<Read> {
  const table = await openCsvText("pasted", text, signal);
  const rows: CsvRow[] = [];
  for await (const some of table.batches()) rows.push(...some);
  return { columns: table.columns, headless: table.headless === true, rows };
}

/** Results for the rows of a list: the endpoint, or the reason for its exclusion. */
async function plan(
  lines: readonly string[],
  open: typeof openCsvText = openCsvText,
  fakeFleet: FakeFleet = { cached: fleet },
): Promise<readonly unknown[]> {
  const directory = createFakeDirectory(fakeFleet);
  const writer = createFakePlanWriter();
  const source = { kind: "table" as const, open: (stop: AbortSignal) => open("pasted", lines.join("\n"), stop) };
  const result = await planAudience(
    { directory, writer },
    {
      connectionId: 1,
      audience: [{ op: "add", source, label: codedText("source-list", { name: "a list" }) }],
      from: "12345",
      text: "hello",
    },
    signal,
  );
  expect(result.by).toBeUndefined();
  return writer.rows().map((row) => [row.identifier, row.excluded ?? row.endpointId]);
}

const offline = { after: 0, error: new AppError("offline", codedText("offline")) };
const fleet = [1, 2, 3, 4].map((id) => makeCachedEndpoint(id));

describe("a pasted list", () => {
  test.each([
    ["one identifier per line", "70001\n70002\n", [1, "70001", 2, "70002"]],
    ["blank lines, which count", "\n70001\n\n70002", [2, "70001", 4, "70002"]],
    ["a delimiter at the end of each line", "70001;\n70002;\n", [1, "70001", 2, "70002"]],
    ["a declared delimiter", "sep=;\n70001;\n70002;\n", [1, "70001", 2, "70002"]],
    ["Windows line ends and a byte order mark", "\uFEFF70001\r\n70002\r\n", [1, "70001", 2, "70002"]],
  ])("of %s has a row per line", async (_case, text, expected) => {
    const { columns, headless, rows } = await read(text);
    expect({ columns, headless }).toEqual({ columns: ["identifier"], headless: true });
    expect(rows.flatMap(({ row, values }) => [row, values[0]])).toEqual(expected);
  });

  test("with a column of a known name does not treat its header as a row", async () => {
    expect(await read("iccid\n123\n")).toEqual({
      columns: ["iccid"],
      headless: false,
      rows: [{ row: 2, values: ["123"] }],
    });
  });

  test("of several columns is a table", async () => {
    expect((await read("id;n\n1;a\n")).rows).toEqual([{ row: 2, values: ["1", "a"] }]);
  });

  const mixed = [iccidOf(1), `+${msisdnOf(2)}`, "3", "van-4", iccidOf(1), "8.98E18", "", "van-4", "van-99", "12/34"];
  const verdicts = [
    [iccidOf(1), "1"],
    [`+${msisdnOf(2)}`, "2"],
    ["3", "3"],
    ["van-4", "4"],
    [iccidOf(1), "duplicate"],
    ["8.98E18", "damaged"],
    ["van-4", "duplicate"],
    ["van-99", "unresolved"],
    ["12/34", "unresolved"],
  ];

  test("of mixed identifiers is read row by row, each by its own kind", async () => {
    expect(await plan(mixed)).toEqual(verdicts);
  });

  test("is read in the same way from a file", async () => {
    const file = folder.write("list.txt", mixed.join("\n"));
    expect(await plan([], (_name, _text, stop) => openCsv(file, stop, { mayBeList: true }))).toEqual(verdicts);
  });

  test.each([
    ["an unknown header above numbers", ["Gerätekennung", "1", "2"], ["unresolved", "1", "2"]],
    ["numbers that a spreadsheet has rounded", ["8.98830E+18", "8.98831E+18"], ["damaged", "damaged"]],
    ["names and one number", ["van-1", "17", "van-2"], ["1", "unresolved", "2"]],
  ])("evaluates %s", async (_case, lines, expected) => {
    expect((await plan(lines)).map((row) => (row as readonly unknown[])[1])).toEqual(expected);
  });

  const twice = [makeCachedEndpoint(1_234_567), makeCachedEndpoint(2, { record: { sim: { msisdn: "1234567" } } })];
  test.each([
    ["in the cache", { cached: twice }],
    ["at the service only", { live: twice }],
    ["at a service that is not reachable", { cached: [], live: twice, liveFailure: offline }],
  ])("excludes a number that matches two endpoints, %s", async (_case, fakeFleet) => {
    const rows = await plan(["1234567", "1234567"], undefined, fakeFleet);
    expect(rows).toEqual([
      ["1234567", "liveFailure" in fakeFleet ? "unresolved" : "ambiguous"],
      ["1234567", "liveFailure" in fakeFleet ? "unresolved" : "ambiguous"],
    ]);
  });

  test("keeps every character when it is longer than one piece, wherever the pieces meet", async () => {
    const smile = "\u{1F600}";
    const piece = fc.integer({ min: 65_530, max: 65_540 });
    await fc.assert(
      fc.asyncProperty(piece, fc.constantFrom("\n", "\r\n"), async (length, end) => {
        const long = `${"x".repeat(length - 1)}${smile}${smile}y`;
        const { rows } = await read(`name${end}${long}${end}z${end}`);
        expect(rows.map(({ values }) => values[0])).toEqual([long, "z"]);
      }),
      { numRuns: 30 },
    );
  });
});
