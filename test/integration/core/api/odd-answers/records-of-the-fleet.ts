/** Sections 7 to 11: endpoints, SIMs and IMSIs, organisations, users and tariff plans, service profiles, DNS. */
import { expect } from "vitest";
import { type CollectionName, fetchPage, listTariffPlansOf, readOne } from "../../../../../main/core/api/records.ts";
import { createDns, deleteDns, listDns } from "../../../../../main/core/api/dns.ts";
import { getServiceProfile, listServiceProfiles } from "../../../../../main/core/api/service-profiles.ts";
import { columns } from "../../../../../main/features/fleet/columns.ts";
import { referenceAt } from "../../../../../main/features/fleet/record-rows.ts";
import { readProfile } from "../../../../../main/features/network/profiles/profile-changes.ts";
import type { ApiClient } from "../../../../../main/core/api/client.ts";
import { created, type Fact, http, json, list } from "./fact.ts";
import { recordsOf } from "../../../../make/records-of.ts";

const read = (fields: object): unknown => expect.objectContaining(fields);

/** The cache columns that are filled from the one listed record. */
const columnsOf =
  (collection: CollectionName, ...names: readonly string[]) =>
  async (api: ApiClient): Promise<unknown> => {
    const { items } = await fetchPage(api, collection, { page: 1 });
    const [record = {}] = items;
    const matches = columns[collection].filter(({ name }) => names.includes(name));
    return Object.fromEntries(matches.map((column) => [column.name, column.read(record)]));
  };

export const recordsOfTheFleet: readonly Fact[] = [
  {
    section: 7,
    statement: "sim is missing where none is assigned",
    answers: [list({ id: 1, name: "van", tags: null, imei: null })],
    run: columnsOf("endpoint", "iccid", "sim_id", "tags", "imei"),
    result: { iccid: null, sim_id: null, tags: null, imei: null },
  },
  {
    section: 7,
    statement: "sim is null where none is assigned, tags are empty",
    answers: [list({ id: 1, sim: null, tags: "" })],
    run: columnsOf("endpoint", "iccid", "sim_id", "tags"),
    result: { iccid: null, sim_id: null, tags: null },
  },
  {
    section: 7,
    statement: "an imei is a number in examples, a status is flat, fields are new",
    answers: [list({ id: "70001", imei: 3515130012345601, status: 1, tag_assignments: [{ id: 1 }], runtime_data: {} })],
    run: columnsOf("endpoint", "imei", "status"),
    result: { imei: "3515130012345601", status: 1 },
  },
  {
    section: 7,
    statement: "an endpoint is enabled although its SIM is suspended",
    answers: [list({ id: 1, status: { id: 0 }, sim: { id: 2, status: { id: 2, description: "Suspended" } } })],
    run: columnsOf("endpoint", "status", "sim_status"),
    result: { status: 0, sim_status: 2 },
  },
  {
    section: 7,
    statement: "a service without a detail of endpoints is read by its list",
    answers: [list({ id: 70_001, name: "van" })],
    run: (api) => readOne(api, "endpoint", "70001"),
    result: { id: 70_001, name: "van" },
  },
  {
    section: 7,
    statement: "an ignored filter returns another record, which is not accepted as the requested one",
    answers: [list({ id: 70_002, name: "other" })],
    run: (api) => readOne(api, "endpoint", "70001"),
    result: undefined,
  },
  {
    section: 8,
    statement: "a SIM has no endpoint, or one with its id alone; a customer with its country",
    answers: [
      list({ id: 1, iccid: "8988303000000000017", endpoint: { id: "70001" }, customer_org: { id: "44", country: {} } }),
    ],
    run: columnsOf("sim", "endpoint", "customer_org", "reseller_org"),
    result: { endpoint: 70_001, customer_org: 44, reseller_org: null },
  },
  {
    section: 8,
    statement: "the endpoint of a SIM is a fuller object with text ids",
    answers: [list({ id: 1, endpoint: { id: 7, name: "van", organisation_id: "44", service_profile_id: "901" } })],
    run: async (api) => referenceAt((await readOne(api, "sim", "1")) ?? {}, "endpoint"),
    result: { id: "7", name: "van" },
  },
  {
    section: 8,
    statement: "the SIM of an IMSI is text, with a status_id instead of a status",
    answers: [list({ id: 1, imsi: 295050900000017, sim: { id: "80001", iccid: "8988", status_id: "1" } })],
    run: columnsOf("imsi", "digits"),
    result: { digits: "295050900000017" },
  },
  {
    section: 8,
    statement: "the IMSIs are not available to ordinary customers: 403",
    answers: [json(403, { error_code: 1104, error_token: "Forbidden", message: "No." })],
    run: (api) => fetchPage(api, "imsi", { page: 1 }),
    failure: { code: "service-1104", details: { status: 403, kind: "refused" } },
  },
  {
    section: 9,
    statement: "organisations are for resellers: no such list elsewhere",
    answers: [http(404)],
    run: (api) => fetchPage(api, "organisation", { page: 1 }),
    failure: { code: "not-offered" },
  },
  {
    section: 9,
    statement: "an organisation has flat ids as text, a reference or none, and a limit or null",
    answers: [list({ id: "44", name: "Acme", ext_reference: null, country_id: "74", monthly_cost_limit: null })],
    run: columnsOf("organisation", "name", "ext_reference"),
    result: { name: "acme", ext_reference: null },
  },
  {
    section: 9,
    statement: "a user cannot be requested in the list and is read separately",
    answers: [json(422, { error_code: 1301 }), json(200, { id: 6001, username: "a@b.c", roles: [{ id: 1 }] })],
    run: (api) => readOne(api, "user", "6001"),
    result: { id: 6001, username: "a@b.c", roles: [{ id: 1 }] },
  },
  {
    section: 9,
    statement: "a missing user is code 1201",
    answers: [json(422, { error_code: 1301 }), json(404, { error_code: 1201 })],
    run: (api) => readOne(api, "user", "6001"),
    result: undefined,
  },
  {
    section: 9,
    statement: "numbers of a tariff plan are text, notes are null",
    answers: [list({ id: 301, name: "Pool", notes: null, rate: "0.500000", used_count: "0" })],
    run: columnsOf("tariff_plan", "name", "notes", "description"),
    result: { name: "pool", notes: null, description: null },
  },
  {
    section: 9,
    statement: "the tariff plans of an organisation are a list, one object, or nothing",
    answers: [list({ id: 301 }), json(200, { id: 302 }), json(200, {}), http(200, {}, "null")],
    run: async (api) => [
      await listTariffPlansOf(api, "44"),
      await listTariffPlansOf(api, "44"),
      await listTariffPlansOf(api, "44"),
      await listTariffPlansOf(api, "44"),
    ],
    result: [[{ id: 301 }], [{ id: 302 }], [], []],
  },
  {
    section: 9,
    statement: "no other organisation's plans can be requested",
    answers: [http(404)],
    run: (api) => listTariffPlansOf(api, "44"),
    failure: { code: "not-offered" },
  },
  {
    section: 10,
    statement: "used_count is text in the schema and a number in the example",
    answers: [list({ id: 1, used_count: "12" }, { id: 2, used_count: 12 })],
    run: async (api) => recordsOf(await listServiceProfiles(api)).map((record) => readProfile(record).usedCount),
    result: [12, 12],
  },
  {
    section: 10,
    statement: "no response contains the DNS configuration, which does not mean none",
    answers: [
      json(200, { id: 901, name: "Trackers", allowed_3g: true, api_callback: { id: 12, url: "https://example.com" } }),
    ],
    run: async (api) => readProfile(await getServiceProfile(api, "901")),
    result: read({ dns: undefined, callback: { state: "uses", callback: "12", url: "https://example.com" } }),
  },
  {
    section: 10,
    statement: "switches are flags or 0 and 1",
    answers: [json(200, { id: 901, allowed_4g: 1, apply_data_quota: "0", retail: false })],
    run: async (api) => readProfile(await getServiceProfile(api, "901")).switches,
    result: read({ allowed_4g: true, apply_data_quota: false }),
  },
  {
    section: 11,
    statement: "a new DNS configuration has no Location: the id is read from the list",
    answers: [created()],
    run: (api) => createDns(api, { primary: "9.9.9.9", secondary: "8.8.8.8" }),
    result: { id: undefined },
  },
  {
    section: 11,
    statement: "configurations come without paging, ids as numbers or text",
    answers: [list({ id: 3, primary: "9.9.9.9", secondary: "149.112.112.112", ip_address_version: 4 }, { id: "4" })],
    run: async (api) => recordsOf(await listDns(api)),
    result: [{ id: 3, primary: "9.9.9.9", secondary: "149.112.112.112", ip_address_version: 4 }, { id: "4" }],
  },
  {
    section: 11,
    statement: "a configuration in use cannot be deleted: 409 with code 1407",
    answers: [json(409, { error_code: 1407, error_token: "CannotBeDeleted", message: "In use." })],
    run: (api) => deleteDns(api, "3"),
    failure: { code: "service-1407", details: { status: 409 } },
  },
];
