import { expect, test } from "vitest";
import { formatFields, formatTable, printJsonItems, documentOf } from "../../../main/cli/output.ts";
import { createFakeTerminal } from "../../fakes/fake-terminal.ts";
import { z } from "zod";
import { contract } from "#shared/contract/index.ts";
import { codedTextSchema, timeSchema } from "#shared/contract/kit.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";

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

test("reads no further page when the reader of the output has ended", async () => {
  const terminal = createFakeTerminal({ outIsClosed: true });
  let pages = 0;
  async function* endless(): AsyncGenerator<readonly unknown[]> {
    for (;;) yield await Promise.resolve([(pages += 1)]);
  }
  await printJsonItems(terminal, endless(), () => ({}));
  expect(pages).toBe(1);
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

const noon = Date.UTC(2031, 11, 31, 12);
const isoNoon = "2031-12-31T12:00:00.000Z";

test("converts times, and omits fields without a schema, in objects, arrays, records, optional fields and union members", () => {
  const schema = z.object({
    at: timeSchema,
    items: z.array(z.object({ readAt: timeSchema.optional(), count: z.number() })),
    byName: z.record(z.string(), timeSchema),
    option: z.union([z.object({ snapshot: z.number() }), z.object({ moment: timeSchema })]),
  });
  const value = {
    at: noon,
    items: [{ readAt: noon, count: noon }, { count: 1 }],
    byName: { a: noon },
    option: { moment: noon },
    extra: noon,
  };
  expect(documentOf(schema, value)).toEqual({
    at: isoNoon,
    items: [{ readAt: isoNoon, count: noon }, { count: 1 }],
    byName: { a: isoNoon },
    option: { moment: isoNoon },
  });
});

test("leaves records of the service unchanged", () => {
  const { output } = contract.fleet.operations.get;
  const value = { id: "1", record: { id: 1, at: noon, lastSeen: noon, none: null }, lastSeen: noon };
  expect(documentOf(output, value)).toEqual({ ...value, lastSeen: isoNoon });
});

test("writes ids as text, and omits a field without a value", () => {
  const schema = z.object({ id: z.number(), change: z.number(), count: z.number(), note: z.string().nullable() });
  expect(documentOf(schema, { id: 1, change: 2, count: 3, note: null })).toEqual({ id: "1", change: "2", count: 3 });
});

test("writes a coded text with its code, its text and its parameters", () => {
  const dns = codedText("dns-created", { dns: "5" });
  expect(documentOf(z.object({ message: codedTextSchema }), { message: dns })).toEqual({
    message: { code: "dns-created", text: formatText(dns), params: { dns: "5" } },
  });
  const nested = codedText("profile-impact", {
    profile: "Meters",
    endpoints: codedText("endpoint-count-exact", { count: 8 }),
  });
  expect(documentOf(codedTextSchema, nested)).toMatchObject({
    params: { endpoints: { code: "endpoint-count-exact", params: { count: 8 } } },
  });
});

test("handles every schema type of the contract", () => {
  const kinds = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (schema: unknown): void => {
    if (!(schema instanceof z.ZodType) || schema === codedTextSchema || seen.has(schema)) return;
    seen.add(schema);
    kinds.add(schema.type);
    const { shape, element, innerType, options, valueType } = schema.def as unknown as Record<string, unknown>;
    for (const part of [element, innerType, valueType]) visit(part);
    for (const part of Object.values(shape ?? {})) visit(part);
    for (const part of Object.values(options ?? {})) visit(part);
  };
  for (const { operations } of Object.values(contract))
    for (const { output } of Object.values(operations)) visit(output);
  const scalars = ["string", "number", "boolean", "enum", "literal", "unknown", "null", "tuple"];
  const supportedKinds = ["object", "array", "record", "optional", "default", "union", ...scalars];
  expect([...kinds].filter((kind) => !supportedKinds.includes(kind))).toEqual([]);
});
