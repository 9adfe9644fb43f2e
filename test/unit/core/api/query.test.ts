import { codedText } from "#shared/texts/coded-text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectionSchema } from "#shared/contract/fleet/fleet.ts";
import { choicesOf } from "../../../../main/core/api/inputs.ts";
import { formatFilter, formatSort, parseFilter, parseSort, readQuery } from "../../../../main/core/api/query.ts";
import { type QueryCollection, type QueryField, queryFields } from "../../../../main/core/api/query-fields.ts";
import { AppError } from "#shared/failure.ts";

const endpointStatus = "Enabled, Disabled, Deleted";
const collections = Object.keys(queryFields) as QueryCollection[];

function thrown(run: () => unknown): Pick<AppError, "code" | "text" | "message"> & { readonly position: unknown } {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) {
      const { code, text, message, details } = error;
      return { code, text, message, position: details?.["position"] };
    }
    throw error;
  }
  throw new Error("nothing was thrown");
}

const value = (collection: QueryCollection, field: QueryField): fc.Arbitrary<string> => {
  const choices = choicesOf(collection, field.name);
  if (choices !== undefined) return fc.constantFrom(...choices.map(({ value: code }) => code));
  if (field.match?.kind === "age") return fc.constantFrom("<24h", ">24h", "> 7D", "unknown");
  return fc
    .string({ unit: "binary", minLength: 1, maxLength: 30 })
    .map((text) => text.replaceAll(field.colons ? "," : /[,:]/g, "").trim())
    .filter((text) => text !== "");
};

/** Only the cache evaluates them. */
const ofCache: ReadonlySet<string> = new Set(["seen"]);

describe("a filter", () => {
  it.each(collections)("of %s formats and parses to the same terms, in both sets of names", (collection) => {
    const fields = queryFields[collection].filter(
      ({ match, name }) => match !== undefined && name !== "from" && name !== "until",
    );
    const term = fc
      .constantFrom(...fields)
      .chain((field) => value(collection, field).map((text) => ({ field: field.name, value: text })));
    fc.assert(
      fc.property(fc.array(term, { maxLength: 5 }), fc.constantFrom("spec", "live"), (all, names) => {
        const terms = all.filter(({ field }) => names === "live" || !ofCache.has(field));
        expect(parseFilter(collection, formatFilter(collection, terms, names))).toEqual(terms);
      }),
    );
  });

  it.each(collectionSchema.options)("of %s parses to the same terms without the blanks around values", (collection) => {
    const text = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => one.trim() !== "" && !/[,:]/.test(one));
    const term = fc.constantFrom(...queryFields[collection].map(({ name }) => name), "any").chain((field) => {
      const codes =
        field === "seen" ? ["<24h", ">7d", "unknown"] : choicesOf(collection, field)?.map((choice) => choice.value);
      return fc.record({ field: fc.constant(field), value: codes === undefined ? text : fc.constantFrom(...codes) });
    });
    fc.assert(
      fc.property(fc.array(term, { maxLength: 4 }), (terms) => {
        expect(parseFilter(collection, formatFilter(collection, terms, "live"))).toEqual(
          terms.map(({ field, value: input }) => ({ field, value: input.trim() })),
        );
      }),
    );
  });

  it("accepts the specification's and the live service's names for the same field", () => {
    expect(parseFilter("endpoint", "ipAddress:10.,ip_address:10.")).toEqual([
      { field: "ip_address", value: "10." },
      { field: "ip_address", value: "10." },
    ]);
    expect(formatFilter("sim", parseFilter("sim", "msisdn:423"), "spec")).toBe("msisdns:423");
    expect(formatFilter("sim", parseFilter("sim", "msisdns:423"), "live")).toBe("msisdn:423");
  });

  it("ignores blanks around names and values", () => {
    expect(parseFilter("endpoint", " status : 0 , name: van 1 ")).toEqual([
      { field: "status", value: "0" },
      { field: "name", value: "van 1" },
    ]);
  });

  it("has no terms when it is empty", () => {
    expect(parseFilter("user", "  ")).toEqual([]);
  });

  it("allows a colon in dates and addresses", () => {
    expect(parseFilter("event", "from:2031-01-01T00:00:00Z,until:2031-01-02T00:00:00Z")).toHaveLength(2);
    expect(parseFilter("endpoint", "ip_address:fd00::1")).toEqual([{ field: "ip_address", value: "fd00::1" }]);
  });

  it.each([
    ["colour:red", 1, "filter-field-unknown", "name, id, status, iccid, ipAddress, tags, service_profile"],
    ["name:van,colour:red", 10, "filter-field-unknown", '"colour"'],
    ["name", 5, "filter-colon-missing", '"name"'],
    ["name:", 6, "filter-value-missing", '"name"'],
    ["name:van,", 10, "filter-field-missing", "name, id, status"],
    [",name:van", 1, "filter-field-missing", "name, id, status"],
    [":van", 1, "filter-field-missing", "name, id, status"],
    ["name:van:1", 9, "filter-value-with-colon", '"name"'],
    ["name: van :1", 11, "filter-value-with-colon", '"name"'],
    ["status:0,  iccid", 17, "filter-colon-missing", '"iccid"'],
  ])("that reads %s is rejected at the position of the error", (text, position, code, excerpt) => {
    const error = thrown(() => parseFilter("endpoint", text));
    expect(error).toMatchObject({ code: "filter-invalid", position, text: { code, params: { position } } });
    expect(error.message).toContain(excerpt);
  });

  it.each([
    ["endpoint", "status:enabled", "0"],
    ["endpoint", "status: Disabled", "1"],
    ["endpoint", "sim_status:factory_test", "4"],
    ["endpoint", "status:0", "0"],
    ["endpoint", "status:null", "null"],
    ["sim", "status:Activated", "1"],
    ["user", "status:activation pending", "0"],
    ["event", "severity:critical", "2"],
    ["event", "source:policy control", "1"],
    ["event", "alert:TRUE", "true"],
  ] as const)("of %s converts the label of a choice to its code: %s", (collection, text, code) => {
    expect(parseFilter(collection, text).map((term) => term.value)).toEqual([code]);
  });

  it.each([
    ["endpoint", "name:van,status:broken", 17, { name: "status", value: "broken", values: endpointStatus }],
    ["endpoint", "status:7", 8, { name: "status", value: "7", values: endpointStatus }],
    // Unfinished: the operator may still be typing.
    ["endpoint", "status:ena", 11, { name: "status", value: "ena", values: endpointStatus }],
    ["event", "severity:null", 10, { name: "severity", value: "null", values: "Info, Warning, Critical" }],
  ] as const)(
    "of %s rejects a value that is not a choice, and lists the choices: %s",
    (collection, text, position, params) => {
      const error = thrown(() => parseFilter(collection, text));
      const expected = codedText("filter-value-unknown", { position, ...params });
      expect(error).toMatchObject({ code: "filter-invalid", position, text: expected });
    },
  );

  it("of events needs both ends of a range or none", () => {
    expect(thrown(() => parseFilter("event", "from:2031-01-01T00:00:00Z"))).toMatchObject({
      code: "filter-invalid",
      text: { code: "filter-until-missing" },
    });
  });
});

describe("a sort", () => {
  it.each(collections)("of %s formats and parses to the same keys, in both sets of names", (collection) => {
    const fields = queryFields[collection].filter(({ sortable, match }) => sortable && match?.kind !== "age");
    const keys = fc.uniqueArray(
      fc.record({ field: fc.constantFrom(...fields.map(({ name }) => name)), descending: fc.boolean() }),
      { selector: ({ field }) => field },
    );
    fc.assert(
      fc.property(keys, fc.constantFrom("spec", "live"), (sort, names) => {
        expect(parseSort(collection, formatSort(collection, sort, names))).toEqual(sort);
      }),
    );
  });

  it("accepts a field in any of its spellings", () => {
    expect(parseSort("endpoint", "-name,+ipAddress")).toEqual([
      { field: "name", descending: true },
      { field: "ip_address", descending: false },
    ]);
  });

  it("uses a repeated key once, at its first position, and treats a plus as ascending", () => {
    expect(parseSort("endpoint", "+name,-name,-status")).toEqual([
      { field: "name", descending: false },
      { field: "status", descending: true },
    ]);
  });

  it.each([
    ["colour", 1],
    ["name,-colour", 7],
    ["name,", 6],
    ["-", 2],
    ["name,,status", 6],
  ])("that reads %s is rejected at the position of the error", (text, position) => {
    expect(thrown(() => parseSort("endpoint", text))).toMatchObject({ code: "sort-invalid", position });
  });

  it("by the last contact never reaches the service", () => {
    const keys = parseSort("endpoint", "-seen");
    expect(formatSort("endpoint", keys, "live")).toBe("-seen");
    expect(thrown(() => formatSort("endpoint", keys, "spec")).text.code).toBe("sort-cache-only");
  });

  it("rejects fields of events that are only for filtering", () => {
    expect(thrown(() => parseSort("event", "description"))).toMatchObject({ code: "sort-invalid", position: 1 });
  });
});

describe("a criterion of the cache only", () => {
  it.each([
    ["any:élan, status:enabled", "any:élan,status:0"],
    ["not:status:Enabled", "not:status:0"],
    ["or: name:van* | status:disabled|not:any:x", "or:name:van*|status:1|not:any:x"],
    ["range:created: 2024-01..2024-06", "range:created:2024-01..2024-06"],
    ["range:created:..2024", "range:created:..2024"],
    ["range:created:2024-01-31T10:00:00Z..", "range:created:2024-01-31T10:00:00.."],
    ["not:name:a|b", "not:name:a|b"],
    ["range:id:7..0012", "range:id:7..0012"],
    ["range: iccid : 89..90", "range:iccid:89..90"],
    ["range:msisdn:4917..", "range:msisdn:4917.."],
    ["van 1", "any:van 1"],
    ["status:0, élan ", "status:0,any:élan"],
    ["or:van|status:0", "or:any:van|status:0"],
    ["not:van", "not:any:van"],
  ])("%s formats and parses to the same terms", (text, canonical) => {
    const terms = parseFilter("endpoint", text);
    expect(formatFilter("endpoint", terms, "live")).toBe(canonical);
    expect(parseFilter("endpoint", canonical)).toEqual(terms);
  });

  it.each([
    "seen:<24h",
    "seen:null",
    "any:elan",
    "elan",
    "range:id:1..2",
    "not:status:0",
    "or:id:1|id:2",
    "range:created:2024..",
  ])("%s never reaches the service", (text) => {
    const { code, text: reason } = thrown(() => formatFilter("endpoint", parseFilter("endpoint", text), "spec"));
    expect([code, reason.code]).toEqual(["filter-invalid", "filter-cache-only"]);
  });

  it.each([
    ["not:not:id:1", "filter-nested", 5],
    ["not:seen:<24h", "filter-nested", 5],
    ["status:0,or:id:1|or:id:2", "filter-nested", 18],
    ["or:id:1|nothing:2", "filter-field-unknown", 9],
    ["range:name:a..b", "filter-range-invalid", 7],
    ["range:created:2024", "filter-range-invalid", 7],
    // Compared as texts, each would select every record or another field.
    ["range:created:..30.06.2024", "filter-range-time", 17],
    ["range:created:..2024-31-01", "filter-range-time", 17],
    ["range:created:..z", "filter-range-time", 17],
    ["range:created:2024..2025|status:0", "filter-range-time", 21],
    ["range:created:2024..2025|1=1)or(id:x", "filter-range-time", 21],
    ["range:created:2024-06..2024-01", "filter-range-reversed", 7],
    ["range:ip_address:10..11", "filter-range-invalid", 7],
    ["range:imei_lock:0..1", "filter-range-invalid", 7],
    ["range:id:..", "filter-range-invalid", 7],
    ["range:id:70001..x", "filter-range-digits", 17],
    ["range:id:-1..5", "filter-range-digits", 10],
    ["range:id:1..9007199254740993", "filter-range-digits", 13],
    ["range:id:1e3..2e3", "filter-range-digits", 10],
    ["range:id:1..2..3", "filter-range-digits", 13],
    ["range:id:20..3", "filter-range-reversed", 7],
    ["range:iccid:8988*..8989", "filter-range-digits", 13],
    ["range:iccid:8988..89889", "filter-range-lengths", 7],
    ["range:imsi:295059..295050", "filter-range-reversed", 7],
    ["status:0,\u0301", "filter-value-missing", 10],
    ["not", "filter-colon-missing", 4],
    ["any:\u0301", "filter-value-missing", 5],
    ["not:any:\u0301", "filter-value-missing", 9],
    ["any:", "filter-value-missing", 5],
    ["or", "filter-colon-missing", 3],
  ])("%s is invalid at its position", (text, code, position) => {
    expect(thrown(() => parseFilter("endpoint", text))).toMatchObject({ text: { code }, position });
  });

  it("is no field of events", () => {
    expect(thrown(() => parseFilter("event", "any:x")).text.code).toBe("filter-field-unknown");
  });
});

describe("a filter with too many conditions", () => {
  const many = (count: number, separator: string, term = "id:1"): string =>
    Array.from({ length: count }, () => term).join(separator);

  it.each([
    ["or", `or:${many(401, "|")}`, 1],
    ["and", many(401, ","), 2001],
    ["any field", `status:0,or:${many(150, "|", "any:x")}`, 10],
    ["not any field", many(150, ",", "not:any:x"), undefined],
  ])("(%s) is rejected at the first one that is too many", (_kind, text, position) => {
    expect(thrown(() => parseFilter("endpoint", text))).toMatchObject({
      code: "filter-too-many",
      text: { code: "filter-too-many", params: { limit: 400 } },
      ...(position === undefined ? {} : { position }),
    });
    expect(readQuery("endpoint", text).filterProblem?.text.code).toBe("filter-too-many");
  });

  it("has more than 400", () => {
    expect(parseFilter("endpoint", `or:${many(400, "|")}`)).toHaveLength(1);
    expect(parseFilter("endpoint", many(400, ","))).toHaveLength(400);
    expect(parseFilter("event", many(300, ","))).toHaveLength(300);
  });
});
