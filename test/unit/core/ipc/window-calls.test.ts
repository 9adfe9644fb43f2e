import { expect, test } from "vitest";
import { z } from "zod";
import { fileFields, operation, readsFileSchema } from "#shared/contract/kit.ts";
import { contract } from "#shared/contract/index.ts";
import type { Call } from "../../../../main/core/ipc/router.ts";
import { createWindowCalls, filePathsIn } from "../../../../main/core/ipc/window-calls.ts";

interface Core {
  readonly windowCall: Call;
  readonly calls: string[];
}

/** A core that returns `value` for every call. */
function setUp(value: unknown = {}): Core {
  const calls: string[] = [];
  const call: Call = (address) => {
    calls.push(address);
    return Promise.resolve({ ok: true, value });
  };
  return { windowCall: createWindowCalls(contract, call), calls };
}

const csv = (file: string): object => ({ audience: [{ source: { csv: { file } } }] });
const rejection = { ok: false, failure: { code: "not-in-window" } };

test.for([
  ["campaigns.export", { campaignId: "1", file: "/home/u/.bashrc", format: "csv", overwrite: true }],
  ["campaigns.verify", { file: "/home/u/.ssh/id_ed25519" }],
  ["campaigns.plan", { name: "n", ...csv("/etc/passwd") }],
  ["campaigns.plan", { name: "n", audience: [{ source: { ids: ["1"] } }], suppressFile: "/etc/passwd" }],
  ["planning.preview", csv("/etc/passwd")],
  ["planning.render", { audience: [], suppressFile: "/etc/passwd" }],
  ["planning.exportExclusions", csv("/etc/passwd")],
  ["drafts.save", { step: "text", body: csv("/etc/passwd") }],
  ["drafts.save", { step: "text", body: { suppressFile: "/etc/passwd" } }],
] as const)("the window cannot call %s with a file path: %j", async ([address, input]) => {
  const { windowCall, calls } = setUp();
  expect(await windowCall(address, input)).toMatchObject(rejection);
  expect(calls).toEqual([]);
});

test("the window cannot send requests of its own form", async () => {
  const { windowCall, calls } = setUp();
  expect(await windowCall("connections.request", { method: "GET", path: "/api/v1/dns" })).toMatchObject(rejection);
  expect(calls).toEqual([]);
});

test("input without a file path passes, also under names like csv", async () => {
  const { windowCall, calls } = setUp();
  const wording = { text: "{{csv}}", bindings: { csv: { value: "/etc/passwd" }, file: { column: "suppressFile" } } };
  await windowCall("planning.preview", { audience: [{ source: { list: { id: 3 } } }], wording });
  await windowCall("campaigns.exportAs", { campaignId: "1", format: "csv" });
  await windowCall("no.such", { file: "x" });
  await windowCall("constructor.prototype", undefined);
  expect(calls).toEqual(["planning.preview", "campaigns.exportAs", "no.such", "constructor.prototype"]);
});

test("a list of a campaign planned on the command line can be used again, but not written", async () => {
  const planned = { name: "n", from: "1", text: "x", ...csv("/lists/april.csv") };
  const { windowCall, calls } = setUp(planned);
  const before = await windowCall("planning.preview", csv("/lists/april.csv"));
  await windowCall("campaigns.plannedWith", { campaignId: "1" });
  const after = await windowCall("planning.preview", csv("/lists/april.csv"));
  const write = await windowCall("campaigns.export", { campaignId: "1", file: "/lists/april.csv", format: "csv" });
  expect([before, after, write, calls]).toMatchObject([
    rejection,
    { ok: true },
    rejection,
    ["campaigns.plannedWith", "planning.preview"],
  ]);
});

test("a path is detected at any depth", () => {
  const file = readsFileSchema;
  const schema = z.object({
    optional: file.optional(),
    defaulted: file.default("x"),
    nullable: z.nullable(file),
    list: z.array(z.object({ file })),
    record: z.record(z.string(), file),
    either: z.union([z.strictObject({ a: file }), z.object({ b: file })]),
    pair: z.tuple([z.number(), file]),
    both: z.intersection(z.object({ c: file }), z.object({ d: file })),
    changed: file.transform((text) => text.length),
    later: z.lazy(() => file),
    steady: file.readonly().catch("x"),
  });
  const value = {
    optional: "1",
    defaulted: "2",
    nullable: "3",
    list: [{ file: "4" }, { file: "5" }],
    record: { any: "6" },
    either: { b: "7" },
    pair: [1, "8"],
    both: { c: "9", d: "10" },
    changed: "11",
    later: "12",
    steady: "13",
  };
  const expected = Array.from({ length: 13 }, (_, index) => String(index + 1));
  expect(filePathsIn(schema, value).map(({ path }) => path)).toEqual(expected);
});

/** Text fields whose name sounds like a file, and that hold none. */
const harmless = new Set([
  // Not callable from the window.
  "connections.request path",
  // A field in an endpoint's record.
  "fleet.exportCsv columns.path",
]);

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly access?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Names of text fields that sound like a file and are not marked. */
function unmarked(schema: JsonSchema, field: string): readonly string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = field === "" ? key : `${field}.${key}`;
    const sounds = /^(file|path|dir)|(File|Path|Dir|Directory)$/.test(key);
    const isText = part.type === "string" && part.enum === undefined;
    return [...(sounds && isText && part.access === undefined ? [name] : []), ...unmarked(part, name)];
  });
  const { items, prefixItems = [], additionalProperties: rest, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [items, ...prefixItems, ...(typeof rest === "object" ? [rest] : []), ...anyOf, ...oneOf, ...allOf];
  return [...fields, ...inner.flatMap((part) => (part === undefined ? [] : unmarked(part, field)))];
}

function unmarkedOf(address: string, schema: z.ZodType): readonly string[] {
  const json = z.toJSONSchema(schema, {
    io: "input",
    metadata: fileFields,
    unrepresentable: "any",
    reused: "inline",
  }) as JsonSchema;
  return unmarked(json, "").map((field) => `${address} ${field}`);
}

test("every field of the contract with a file path is marked, so that the window cannot set it", () => {
  const unmarkedFields = Object.entries(contract).flatMap(([feature, { operations }]) =>
    Object.entries(operations).flatMap(([name, { input }]) => unmarkedOf(`${feature}.${name}`, input)),
  );
  expect(new Set(unmarkedFields)).toEqual(harmless);
});

test("an unmarked field is detected", () => {
  const { input } = operation(
    z.object({ list: z.array(z.object({ csvFile: z.string().optional() })), file: readsFileSchema }),
    z.object({}),
  );
  expect(unmarkedOf("a.b", input)).toEqual(["a.b list.csvFile"]);
});
