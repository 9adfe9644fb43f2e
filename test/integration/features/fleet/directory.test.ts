/** Endpoints for campaigns: by identifier from the cache or the service, and by filter. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { isAppError } from "#shared/failure.ts";
import { startSimulator, type Simulator } from "../../../../main/simulator/simulator.ts";
import { type FleetCore, openFleetCore } from "../../../make/fleet-core.ts";

let service: Simulator;
let core: FleetCore;
let record: Readonly<Record<string, unknown>>;
let sim: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  service = await startSimulator({ endpoints: 3000 });
  core = await openFleetCore(service);
  await core.mutate({
    collection: "endpoint",
    change: [
      { id: 70_020, set: { name: "twin" } },
      { id: 70_021, set: { name: "twin" } },
      { id: 70_022, set: { name: "Twin" } },
      { id: 70_031, unset: ["sim"] },
    ],
  });
  await core.handlers.sync({ collections: ["endpoint", "sim"] }, core.context);
  ({ record } = await core.handlers.get({ collection: "endpoint", id: "70001" }, core.context));
  sim = record["sim"] as typeof sim;
});

afterAll(async () => {
  await core[Symbol.asyncDispose]();
  await service.close();
});

const ids = (endpoints: readonly { readonly id: string }[] | undefined): readonly string[] | undefined =>
  endpoints?.map(({ id }) => id);

async function fromCache(by: IdentifierKind, value: string): Promise<readonly string[] | undefined> {
  return ids((await core.directory.resolve(1, by, [value], core.context.signal)).get(value));
}

async function fromService(by: IdentifierKind, values: readonly string[]): Promise<Record<string, readonly string[]>> {
  const idsByValue: Record<string, readonly string[]> = {};
  for await (const answer of core.directory.resolveLive(1, by, values, core.context.signal)) {
    for (const [value, endpoints] of answer) idsByValue[value] = ids(endpoints) ?? [];
  }
  return idsByValue;
}

/** The values that the service resolves, then the code of the error that ends the look-up. */
async function resolvedAndError(by: IdentifierKind, values: readonly string[]): Promise<readonly string[]> {
  const resolved: string[] = [];
  try {
    for await (const answer of core.directory.resolveLive(1, by, values, core.context.signal))
      resolved.push(...answer.keys());
  } catch (error) {
    resolved.push(isAppError(error) ? error.code : String(error));
  }
  return resolved;
}

describe("the cache", () => {
  it.each(["imsi", "msisdn", "iccid", "iccid_with_luhn"] as const)(
    "finds an endpoint by its SIM's %s",
    async (field) => {
      const by = field === "iccid_with_luhn" ? "iccid" : field;
      expect(await fromCache(by, String(sim[field]))).toEqual(["70001"]);
    },
  );

  it("finds an endpoint by the 15 digits of its IMEI with check digit", async () => {
    const { items } = await core.handlers.list(
      { collection: "endpoint", filter: "imei:35", sort: "", limit: 1, skip: 0, fromEnd: false },
      core.context,
    );
    const imeisv = String(items[0]?.record["imei"]);
    const digits = Array.from({ length: 10 }, (_, digit) => imeisv.slice(0, 14) + String(digit));
    const matches = await Promise.all(digits.map((imei) => fromCache("imei", imei)));
    expect(matches.filter((one) => one !== undefined)).toEqual([[items[0]?.id]]);
    expect(await fromCache("imei", imeisv)).toEqual([items[0]?.id]);
  });

  it("finds all endpoints of exactly that name", async () => {
    expect(await fromCache("name", "twin")).toEqual(["70020", "70021"]);
    expect(await fromCache("name", "tw")).toBeUndefined();
  });

  it("takes the SIM's numbers from the SIM if the endpoint does not contain them", async () => {
    const sims = await core.handlers.list(
      { collection: "sim", filter: "endpoint:70031", sort: "", limit: 1, skip: 0, fromEnd: false },
      core.context,
    );
    const msisdn = String(sims.items[0]?.record["msisdn"]);
    const endpoints = (await core.directory.resolve(1, "msisdn", [msisdn], core.context.signal)).get(msisdn);
    expect(endpoints).toMatchObject([{ id: "70031", record: { sim: { msisdn } } }]);
  });

  it("answers thousands of values in one call", async () => {
    const values = Array.from({ length: 2500 }, (_, index) => String(70_001 + index));
    const resolved = await core.directory.resolve(1, "id", [...values, "1"], core.context.signal);
    expect([...resolved.keys()]).toEqual(values);
  });

  it("returns an audience in id order, each endpoint once", async () => {
    const endpointIds: string[] = [];
    for await (const page of core.directory.audience(1, "status:0,name:van", core.context.signal)) {
      endpointIds.push(...page.map(({ id }) => id));
    }
    const { total } = await core.handlers.count({ collection: "endpoint", filter: "status:0,name:van" }, core.context);
    expect(endpointIds).toHaveLength(total);
    expect(endpointIds).toEqual([...new Set(endpointIds)].toSorted((a, b) => Number(a) - Number(b)));
  });

  it("rejects an audience with an invalid filter", async () => {
    const audience = core.directory.audience(1, "colour:red", core.context.signal);
    await expect(audience[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "filter-invalid" });
  });
});

describe("the service", () => {
  it.each(["id", "name", "iccid", "imsi", "msisdn"] as const)(
    "receives one request per endpoint when a few are looked up by %s",
    async (by) => {
      const value = String(by === "id" ? record["id"] : by === "name" ? record["name"] : sim[by]);
      expect(await fromService(by, [value, "12345"])).toEqual({ [value]: ["70001"], "12345": [] });
    },
  );

  it.each(["id", "iccid", "imsi", "msisdn", "name"] as const)(
    "is read once when many are looked up by %s",
    async (by) => {
      const { items } = await core.handlers.list(
        { collection: "endpoint", filter: "", sort: "", limit: 400, skip: 0, fromEnd: false },
        core.context,
      );
      const values = items.flatMap(({ record: { sim: inner, ...rest } }) => {
        const value =
          by === "id" || by === "name" ? rest[by] : (inner as Readonly<Record<string, unknown>> | undefined)?.[by];
        return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
      });
      const before = await core.requests("endpoint.list");
      const resolved = await fromService(by, values);
      expect((await core.requests("endpoint.list")) - before).toBeLessThanOrEqual(5);
      expect(Object.values(resolved).every((one) => one.length > 0)).toBe(true);
    },
  );

  it.each(["imsi", "msisdn"] as const)("yields no other endpoint for an %s when it ignores the filter", async (by) => {
    const body = JSON.stringify([{ id: 70_002 }]);
    service.setFaults({ rules: [{ kind: "answer-before", rate: 1, on: "endpoint.list", body }] });
    try {
      const value = String(sim[by]);
      expect(await fromService(by, [value])).toEqual({ [value]: [] });
    } finally {
      service.setFaults({});
    }
  });

  it("gives only the identifiers that it has, and no name, when the list is incomplete", async () => {
    const { name, id } = record;
    const body = JSON.stringify([{ id, name, iccid: sim["iccid"] }]);
    const headers = { "X-Total-Count": "3000", "X-Total-Pages": "3" };
    service.setFaults({ rules: [{ kind: "answer-before", rate: 1, on: "endpoint.list", body, headers }] });
    try {
      const iccid = String(sim["iccid"]);
      expect(await resolvedAndError("iccid", [iccid, "1", "2", "3"])).toEqual([iccid, "list-incomplete"]);
      expect(await resolvedAndError("name", [String(name), "odd, name"])).toEqual(["list-incomplete"]);
    } finally {
      service.setFaults({});
    }
  });

  it("gives only the identifiers that it has, and no name, when a filtered list is incomplete", async () => {
    const { name, id } = record;
    const [iccid, imsi] = [String(sim["iccid"]), String(sim["imsi"])];
    const fault = { kind: "answer-before", rate: 1, headers: { "X-Total-Count": "2" } } as const;
    service.setFaults({
      rules: [
        { ...fault, on: "endpoint.list", body: JSON.stringify([{ id, name, iccid }]) },
        { ...fault, on: "sim.list", body: JSON.stringify([{ id: 1, imsi, endpoint: { id } }]) },
      ],
    });
    try {
      expect(await resolvedAndError("iccid", ["1", iccid])).toEqual([iccid, "list-incomplete"]);
      expect(await resolvedAndError("name", [String(name)])).toEqual(["list-incomplete"]);
      expect(await resolvedAndError("imsi", [imsi])).toEqual([imsi]);
      expect(await resolvedAndError("imsi", ["1"])).toEqual(["list-incomplete"]);
    } finally {
      service.setFaults({});
    }
  });

  it("is read completely for a name that cannot be written in a filter", async () => {
    await core.mutate({ collection: "endpoint", change: [{ id: 70_040, set: { name: "odd, name: here" } }] });
    expect(await fromService("name", ["odd, name: here"])).toEqual({ "odd, name: here": ["70040"] });
  });
});
