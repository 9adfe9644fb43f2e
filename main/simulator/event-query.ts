/** Filters and sorts of event lists: terms, dates and addresses rather than the rules of the other collections. */
import { isIP } from "node:net";
import { parseDate } from "./dates.ts";
import { at, type Key, keyOf } from "./field.ts";
import { luhnDigit } from "./identifiers.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { compareKeys } from "./query.ts";

type Test = (event: JsonObject) => boolean;
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const mostAlternatives = 6;
const reject = (message: string): { readonly ok: false; readonly message: string } => ({ ok: false, message });

/** The terms that match an event, lower-cased; numbers as text. */
const terms: Readonly<Record<string, (event: JsonObject) => string[]>> = {
  id: (event) => texts(event["id"]),
  tags: (event) => texts(at(event, "endpoint", "tags")).flatMap((tags) => tags.split(",").map((tag) => tag.trim())),
  severity: (event) => texts(at(event, "event_severity", "id")),
  source: (event) => texts(at(event, "event_source", "id")),
  type: (event) => texts(at(event, "event_type", "id")),
  endpoint: (event) => texts(at(event, "endpoint", "id"), at(event, "endpoint", "name")),
  organisation: (event) => texts(at(event, "organisation", "id"), at(event, "organisation", "name")),
  user: (event) => texts(at(event, "user", "id"), at(event, "user", "username"), at(event, "user", "name")),
  ip_address: (event) => texts(at(event, "endpoint", "ip_address")),
  imei: (event) => texts(at(event, "endpoint", "imei")),
  iccid: (event) => texts(at(event, "sim", "iccid")),
  iccid_with_luhn: (event) => texts(at(event, "sim", "iccid")).map((iccid) => iccid + luhnDigit(iccid)),
  imsi: (event) => texts(at(event, "imsi", "imsi")),
  // The live service supports these three; no generated event has them.
  network: () => [],
  rat: () => [],
  country: () => [],
  alert: (event) => (event["alert"] === true ? ["true", "1"] : ["false", "0"]),
};

/** A predicate for all pairs of `q` combined. */
export function eventFilter(q: string): Read<Test> {
  const tests: Test[] = [];
  const range: { from?: number; until?: number } = {};
  for (const pair of q === "" ? [] : q.split(",")) {
    const colon = pair.indexOf(":");
    const name = pair.slice(0, Math.max(0, colon));
    const criterion = pair.slice(colon + 1).toLowerCase();
    if (colon < 1 || criterion === "") return reject(`"${pair}" is not a pair of field and criterion.`);
    if (name === "from" || name === "until") {
      const moment = parseDate(criterion.toUpperCase());
      if (moment === undefined) return reject(`"${criterion}" is not a date such as 2031-04-02T09:15:00Z.`);
      range[name] = moment;
      continue;
    }
    const test = termTest(name, criterion);
    if (!test.ok) return test;
    tests.push(test.value);
  }
  const { from, until } = range;
  if ((from === undefined) !== (until === undefined)) return reject("from and until are only taken together.");
  if (from !== undefined && until !== undefined) {
    tests.push((event) => {
      const time = Date.parse(String(keyOf(event["timestamp"])).toUpperCase());
      return time >= from && time <= until;
    });
  }
  return { ok: true, value: (event) => tests.every((test) => test(event)) };
}

function termTest(name: string, criterion: string): Read<Test> {
  if (name === "description") return { ok: true, value: textTest(criterion) };
  const read = Object.hasOwn(terms, name) ? terms[name] : undefined;
  if (read === undefined) return reject(`The field "${name}" cannot be filtered by.`);
  const alternatives = criterion.split("|");
  if (alternatives.length > mostAlternatives)
    return reject(`The field "${name}" takes up to ${mostAlternatives} values.`);
  if (name === "ip_address" && !alternatives.every((address) => isIP(address) !== 0))
    return reject(`"${criterion}" is not an IP address.`);
  return { ok: true, value: (event) => read(event).some((term) => alternatives.includes(term)) };
}

/** Every word must occur; a word may end in `*`. */
function textTest(criterion: string): Test {
  const patterns = criterion.split(/\s+/).filter((word) => word !== "");
  return (event) => {
    const tokens = texts(event["description"]).flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
    return patterns.every((word) =>
      word.endsWith("*") ? tokens.some((text) => text.startsWith(word.slice(0, -1))) : tokens.includes(word),
    );
  };
}

const sortKeys: Readonly<Record<string, (event: JsonObject) => Key>> = {
  id: (event) => keyOf(event["id"]),
  timestamp: (event) => keyOf(event["timestamp"]),
  source: (event) => keyOf(at(event, "event_source", "id")),
  severity: (event) => keyOf(at(event, "event_severity", "id")),
  type: (event) => keyOf(at(event, "event_type", "id")),
  alert: (event) => keyOf(event["alert"]),
  organisation: (event) => keyOf(at(event, "organisation", "id")),
  user: (event) => keyOf(at(event, "user", "id")),
  endpoint: (event) => keyOf(at(event, "endpoint", "id")),
  tags: (event) => keyOf(at(event, "endpoint", "tags")),
  ip_address: (event) => keyOf(at(event, "endpoint", "ip_address")),
  iccid: (event) => keyOf(at(event, "sim", "iccid")),
  imsi: (event) => keyOf(at(event, "imsi", "imsi")),
};

/** A comparator of events; ties are ordered by id. */
export function eventOrder(sort: string): Read<(a: JsonObject, b: JsonObject) => number> {
  const keys: { readonly key: (event: JsonObject) => Key; readonly sign: number }[] = [];
  for (const part of sort === "" ? [] : sort.split(",")) {
    const name = part.replace(/^[-+]/, "");
    const key = Object.hasOwn(sortKeys, name) ? sortKeys[name] : undefined;
    if (key === undefined) return reject(`The field "${name}" cannot be sorted by.`);
    keys.push({ key, sign: part.startsWith("-") ? -1 : 1 });
  }
  const value = (a: JsonObject, b: JsonObject): number => {
    for (const { key, sign } of keys) {
      const order = compareKeys(key(a), key(b));
      if (order !== 0) return sign * order;
    }
    return compareKeys(keyOf(a["id"]), keyOf(b["id"]));
  };
  return { ok: true, value };
}

function texts(...values: readonly (JsonValue | undefined)[]): string[] {
  return values.map(keyOf).flatMap((key) => (key === undefined ? [] : [String(key)]));
}
