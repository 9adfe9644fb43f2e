/** Lists as operators paste and drop them. */
import { describe, expect, it } from "vitest";
import { findColumn, mostRows, readList } from "../../../../../main/features/fleet/doctor.ts";

const { signal } = new AbortController();

async function read(text: string): Promise<readonly (readonly [number, ...string[]])[]> {
  return (await readList(text, signal)).rows.map(({ row, cells }) => [row, ...cells] as const);
}

describe("a list", () => {
  it("has one value per line, numbered as in a spreadsheet, with empty lines counted and skipped", async () => {
    const list = await readList("\uFEFFone\r\n\r\n  two \nthree\n", signal);
    expect(list).toEqual({
      rows: [
        { row: 1, cells: ["one"] },
        { row: 3, cells: ["two"] },
        { row: 4, cells: ["three"] },
      ],
      emptyLines: 1,
      isTable: false,
    });
  });

  it("may have a comma in a name without being a table", async () => {
    expect(await read("van 1\nSmith, John\nvan 2\nvan 3")).toEqual([
      [1, "van 1"],
      [2, "Smith, John"],
      [3, "van 2"],
      [4, "van 3"],
    ]);
  });

  it.each([
    ["commas", "a,1\nb,2\n"],
    ["semicolons", "a;1\nb;2\n"],
    ["tabs", "a\t1\nb\t2\n"],
    ["a declared sign", "sep=|\na|1\nb|2\n"],
  ])("is a table with %s", async (_, text) => {
    expect(await read(text)).toEqual([
      [1, "a", "1"],
      [2, "b", "2"],
    ]);
  });

  it("joins the text inside quotes, including line ends, and counts it as one row", async () => {
    expect(await read('name,id\n"van; ""1""\nnorth",7\n,8\n')).toEqual([
      [1, "name", "id"],
      [2, 'van; "1"\nnorth', "7"],
      [3, "", "8"],
    ]);
  });

  it("is read although a quotation mark is not closed", async () => {
    expect(await read('a;1\n"b;2\nc;3')).toEqual([
      [1, "a", "1"],
      [2, '"b', "2"],
      [3, "c", "3"],
    ]);
  });

  it("is rejected when it is too long", async () => {
    await expect(readList("1\n".repeat(mostRows + 1), signal)).rejects.toMatchObject({ code: "too-many-rows" });
    expect((await readList("1\n".repeat(mostRows), signal)).rows).toHaveLength(mostRows);
  });
});

describe("the column", () => {
  const find = async (text: string, options: Partial<Parameters<typeof findColumn>[1]> = {}): Promise<unknown> => {
    const { index, hasHeader } = findColumn(await readList(text, signal), {
      kind: undefined,
      column: undefined,
      ...options,
    });
    return [index, hasHeader];
  };

  it("is the one with a matching header", async () => {
    expect(await find("note,SIM Number\n1,8988303000000000017\n2,8988303000000000025\n")).toEqual([1, true]);
  });

  it("is the one whose values look like identifiers, also without a header and with damaged values", async () => {
    expect(await find("north;8988303000000000017\nsouth;8,98831E+18\nwest;8988303000000000025\n")).toEqual([1, false]);
  });

  it("is the one of the requested kind", async () => {
    const text = "ICCID;IMEI\n8988303000000000017;350100000000000\n";
    expect(await find(text, { kind: "imei" })).toEqual([1, true]);
  });

  it("is the one that the operator selects", async () => {
    expect(await find("name,id\nvan,7\n", { column: 1 })).toEqual([0, true]);
    await expect(find("name,id\nvan,7\n", { column: 3 })).rejects.toMatchObject({ code: "column-unknown" });
  });

  it("has a header also if its name is an unknown word", async () => {
    expect(await find("Kenner\n8988303000000000017\n8988303000000000025\n")).toEqual([0, true]);
  });

  it("has no header if the first line is data", async () => {
    expect(await find("8988303000000000017\n8988303000000000025\n")).toEqual([0, false]);
    expect(await find("van-1\nvan-2\n")).toEqual([0, false]);
  });
});
