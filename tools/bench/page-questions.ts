/** Queries of the cache: filters of every kind on every field, combined with sorts. Criteria match the seeded cache. */
import { queryFields } from "../../main/core/api/query-fields.ts";
import { seededEndpoint } from "./seed-cache.ts";

export interface PageQuestion {
  readonly filter: string;
  readonly sort: string;
}

/** Criteria per field: short and long parts, prefixes, patterns, values of every row and of none. */
const criteria: Readonly<Record<string, string>> = {
  id: "1 70001",
  name: "a 7 09 van van-0 van* *99 *ü* m*5*1 pump-00123 nowhere *nowhere* *",
  tags: "t north pilot *fridge nor* south*night nowhere *",
  ip_address: "1 10.64. 10.70.200. 192.168.",
  imei: "3 350100 35010000000 999",
  iccid: "89 8988303001 898830300100051 8999",
  status: "0 1 2",
  service_profile: "901 999",
  tariff_profile: "954 1",
  created: "2023 2024-03* 2024-03-05T08 *-03-* 08: 1999*",
  last_updated: "2024 2024-12-3* *T23* 1999",
  sim_status: "1 0 null",
  seen: "<24h >24h",
  any: "zurich zu 0123456 1234 kuhlbox",
};

const combined = `status:0,name:van* status:1,tags:pilot status:1,service_profile:902,tariff_profile:953 name:alarm,created:2024-03*
  ip_address:10.7,status:1,name:0 tags:fridge,status:1,iccid:8988 status:1,sim_status:null name:5,tags:s,created:1,last_updated:2
  status:0,name:nowhere tags:west,imei:3501,sim_status:1`;

const severalKeys = `-status,name tags,-name service_profile,tariff_profile,-created created,name -last_updated,id sim_status,-imei
  status,service_profile,-ip_address -tags,-status,iccid tariff_profile,-tags,name,-id`;

/** Criteria that match one endpoint only, from the middle of the cache. */
function single(rows: number): string[] {
  const { id, name, imei, ip_address: ip, sim } = seededEndpoint(Math.floor(rows / 2));
  const iccid = (sim as { readonly iccid: string } | undefined)?.iccid;
  return Object.entries({ id, name, imei, ip_address: ip, iccid }).flatMap(([field, value]) =>
    typeof value === "string" || typeof value === "number" ? [`${field}:${value}`] : [],
  );
}

export function pageFilters(rows: number): readonly string[] {
  const simple = Object.entries(criteria).flatMap(([field, values]) =>
    values.split(" ").map((one) => `${field}:${one}`),
  );
  return ["", ...simple, ...combined.split(/\s+/), ...single(rows)];
}

export function pageSorts(): readonly string[] {
  const fields = queryFields.endpoint.filter(({ sortable }) => sortable).map(({ name }) => name);
  return ["", ...fields, ...fields.map((field) => `-${field}`), ...severalKeys.split(/\s+/)];
}

/** Every filter with every sort, in an order that depends on the seed alone. */
export function pageQuestions(rows: number, seed: number): readonly PageQuestion[] {
  const questions = pageFilters(rows).flatMap((filter) => pageSorts().map((sort) => ({ filter, sort })));
  let state = seed;
  const keyed = questions.map((question) => {
    // A linear congruential generator mixes well enough, and identically on every platform.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { question, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ question }) => question);
}
