import { expect, test } from "vitest";
import { formatFields, formatTable, printJsonItems } from "../../../main/cli/output.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";

async function* pagesOf(...pages: readonly (readonly unknown[])[]): AsyncGenerator<readonly unknown[]> {
  for (const page of pages) yield await Promise.resolve(page);
}

test.each([
  ["no page", [], { items: [], total: 0 }],
  ["an empty page", [[]], { items: [], total: 0 }],
  ["two pages with an empty one between", [[1, 2], [], [3]], { items: [1, 2, 3], total: 3 }],
])("writes the items of %s as one JSON document", async (_case, pages, document) => {
  const terminal = createFakeTerminal();
  await printJsonItems(terminal, pagesOf(...pages), (total) => ({ total }));
  expect(JSON.parse(terminal.written.out)).toEqual(document);
});

test("writes fields known only after the last page behind the items", async () => {
  const terminal = createFakeTerminal();
  let seen = 0;
  async function* pages(): AsyncGenerator<readonly unknown[]> {
    yield await Promise.resolve([1]);
    seen = 1;
  }
  await printJsonItems(terminal, pages(), () => ({ seen }));
  expect(JSON.parse(terminal.written.out)).toEqual({ items: [1], seen: 1 });
});

test("writes nothing when the first page fails", async () => {
  const terminal = createFakeTerminal();
  async function* failing(): AsyncGenerator<readonly unknown[]> {
    yield await Promise.reject(new Error("no"));
  }
  await expect(printJsonItems(terminal, failing(), () => ({}))).rejects.toThrow("no");
  expect(terminal.written.out).toBe("");
});

test("pads columns to the widest cell and cuts long cells", () => {
  expect(
    formatTable(
      ["ID", "NAME"],
      [
        ["1", "a\nb"],
        ["22", "abcdefghij"],
      ],
      6,
    ),
  ).toBe("ID  NAME\n1   a b\n22  abcde…\n");
});

test("prints a field per line, without those that have no value", () => {
  const fields = [
    ["a", "1"],
    ["b", undefined],
    ["c", ""],
  ] as const;
  expect(formatFields(fields)).toBe("a: 1\nc: \n");
});
