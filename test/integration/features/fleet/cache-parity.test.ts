/** The cache evaluates filters and sorts as the service does: compared with the simulator's own evaluation over real HTTP. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectionSchema, type Collection } from "#shared/contract/fleet/fleet.ts";
import { choicesOf } from "../../../../main/core/api/inputs.ts";
import { type QueryField, queryFields } from "../../../../main/core/api/query-fields.ts";
import { openCore, type Core } from "../../../make/core.ts";

let core: Core;
/** Texts of each field of each collection, as a source of substrings. */
const texts = new Map<string, readonly string[]>();

beforeAll(async () => {
  core = await openCore({ simulator: { endpoints: 600, seed: 7, clock: "stopped" }, sync: [] });
  await core.mutate({
    collection: "endpoint",
    change: [
      { id: 70_003, set: { name: "null" } },
      { id: 70_004, set: { name: "a?b[c]*d" } },
      { id: 70_005, set: { name: "STRASSE ẞ" } },
      { id: 70_006, set: { name: "🚚 \u{ffff} van" } },
      { id: 70_007, set: { name: "zz" }, unset: ["tags", "imei", "status"] },
      { id: 70_008, set: { name: "zz", created: "on 2024-03-01" } },
      { id: 70_009, set: { name: "", imei: 1234567 } },
    ],
  });
  await core.client.fleet.sync({});
  for (const collection of collectionSchema.options) {
    const { items } = await core.client.fleet.list({
      collection,
      filter: "",
      sort: "",
      limit: 1000,
      skip: 0,
      fromEnd: false,
    });
    for (const { name } of queryFields[collection]) {
      texts.set(`${collection} ${name}`, [...new Set(items.map(({ record }) => textOf(record, name)))]);
    }
  }
});

afterAll(() => core[Symbol.asyncDispose]());

function textOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const sim = (record["sim"] ?? {}) as Readonly<Record<string, unknown>>;
  const value = name === "digits" ? record["imsi"] : (record[name] ?? sim[name.replace("sim_", "")]);
  const scalar = typeof value === "object" && value !== null ? (value as { readonly id?: unknown }).id : value;
  return typeof scalar === "string" || typeof scalar === "number" ? String(scalar) : "null";
}

const writable = (value: string): boolean => value.trim() === value && value !== "" && !/[,:]/.test(value);

/** A random criterion: a substring of a field's text, sometimes with wildcards or in another case, or an unknown text. */
function criterion(collection: Collection, { name, match }: QueryField): fc.Arbitrary<string> {
  const choices = choicesOf(collection, name);
  // Of a closed set every code and every label, in any case; another value is rejected before a request.
  if (choices !== undefined) {
    const written = choices.flatMap(({ value, label }) => [value, label, label.toUpperCase()]);
    return fc.constantFrom("null", ...written);
  }
  const samples = texts.get(`${collection} ${name}`) ?? [""];
  const piece = fc.tuple(fc.constantFrom(...samples), fc.nat(30), fc.nat(30)).map(([text, a, b]) => {
    const characters = Array.from(text);
    const start = match?.kind === "wildcard" ? a % Math.max(1, characters.length) : 0;
    return characters.slice(start, start + 1 + (b % 25)).join("");
  });
  const stars = fc
    .tuple(piece, piece, fc.constantFrom("*$", "$*", "*$*", "$*$", "*$*$*", "$**$"))
    .map(([first, second, shape]) => shape.replace("$", () => first).replace("$", () => second));
  const whole = fc.constantFrom(...samples);
  const other = fc.constantFrom("null", "0", "1", "00", "nothing-has-this", "2024-0", "a?b", "[c]");
  const shapes = match?.kind === "wildcard" ? [piece, piece, stars, whole, other] : [piece, whole, whole, other];
  return fc
    .tuple(fc.oneof(...shapes), fc.constantFrom("same", "upper", "lower"))
    .map(([text, letters]) =>
      letters === "same" ? text : letters === "upper" ? text.toUpperCase() : text.toLowerCase(),
    )
    .filter(writable);
}

async function idsFromCache(collection: Collection, filter: string, sort: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<Core["client"]["fleet"]["list"]>> = await core.client.fleet.list({
      collection,
      filter,
      sort,
      limit,
      skip: 0,
      fromEnd: false,
      cursor,
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}

async function idsFromService(collection: Collection, filter: string, sort: string): Promise<string[]> {
  const { items } = await core.client.fleet.listLive({ collection, filter, sort, limit: 1000 });
  return items.map(({ id }) => id);
}

describe.each(collectionSchema.options)("the cache of %s", (collection) => {
  // Only the cache filters by an age; a live list rejects it.
  const fields = queryFields[collection].filter(({ match }) => match?.kind !== "age");
  it.each(fields.filter(({ match }) => match !== undefined))(
    "answers any filter by $name as the service does",
    async (field) => {
      await fc.assert(
        fc.asyncProperty(criterion(collection, field), async (value) => {
          const filter = `${field.spec ?? field.name}:${value}`;
          expect(await idsFromCache(collection, filter, "", 1000)).toEqual(
            await idsFromService(collection, filter, ""),
          );
        }),
        { numRuns: 25 },
      );
    },
  );

  it.each(fields)("sorts by $name, in both directions, as the service does", async ({ name }) => {
    for (const sort of [name, `-${name}`]) {
      expect(await idsFromCache(collection, "", sort, 1000)).toEqual(await idsFromService(collection, "", sort));
    }
  });

  it("answers filters and sorts by several fields, in pages of any size, as the service does", async () => {
    const term = fc
      .constantFrom(...fields.filter(({ match }) => match !== undefined))
      .chain((field) => criterion(collection, field).map((value) => `${field.name}:${value}`));
    const key = fc
      .tuple(fc.constantFrom(...fields), fc.boolean())
      .map(([{ name }, down]) => (down ? `-${name}` : name));
    await fc.assert(
      fc.asyncProperty(
        fc.array(term, { maxLength: 2 }),
        fc.array(key, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 40, max: 400 }),
        async (terms, keys, limit) => {
          const [filter, sort] = [terms.join(","), keys.join(",")];
          expect(await idsFromCache(collection, filter, sort, limit)).toEqual(
            await idsFromService(collection, filter, sort),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
