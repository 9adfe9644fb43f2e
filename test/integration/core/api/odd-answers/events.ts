/** Sections 15 and 16: events, and what is tolerated anywhere. */
import { expect } from "vitest";
import { fetchPage } from "../../../../../main/core/api/records.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { listDns } from "../../../../../main/core/api/dns.ts";
import { fetchEventPage } from "../../../../../main/core/api/events.ts";
import { isRecord, readBoolean, readId, readNumber } from "../../../../../main/core/api/json.ts";
import { readEvent } from "../../../../../main/features/events/stored.ts";
import { type Fact, http, json, list } from "./fact.ts";
import { recordsOf } from "../../../../make/records-of.ts";

const read = (fields: object): unknown => expect.objectContaining(fields);

const readAt = Date.UTC(2031, 0, 1);
const event = (record: unknown): Pick<Fact, "answers" | "run"> => ({
  answers: [list(record)],
  run: async (api) => {
    const { items } = await fetchEventPage(api, { of: "endpoint", id: "1" }, { page: 1 });
    return items.map((item) => readEvent(item, readAt))[0];
  },
});

const at = Date.UTC(2022, 2, 27, 23, 20, 49, 298);

export const events: readonly Fact[] = [
  {
    section: 15,
    statement: "an event of the recording, its source by name, alert as 1",
    ...event({
      id: 42,
      timestamp: "2022-03-27T23:20:49.298Z",
      alert: 1,
      description: "New PDP context",
      event_type: { id: 3, description: "Create PDP Context" },
      event_source: { id: 0, name: "Network" },
      event_severity: { id: 0, description: "INFO" },
      organisation: { id: 4401, name: "Fleet Operations" },
      endpoint: { id: 70001, name: "van", tags: null, ip_address: "10.64.0.17", imei: null },
      sim: { id: 80001, iccid: "8988303000000000017" },
      imsi: { id: 1, imsi: "295050900000017" },
      detail: {},
      keen: { timestamp: "x" },
    }),
    result: read({
      id: "42",
      at,
      severity: "info",
      alert: true,
      source: { key: "0", label: "Network" },
      type: { key: "3", label: "Create PDP Context" },
      endpoint: { id: "70001", name: "van" },
      sim: { id: "80001", name: "8988303000000000017" },
      imsi: "295050900000017",
    }),
  },
  {
    section: 15,
    statement: "severities are compared by their id, not by their name",
    answers: [
      list(...["Warning", "WARN", "Warn"].map((description, id) => ({ id, event_severity: { id: 1, description } }))),
    ],
    run: async (api) => {
      const { items } = await fetchEventPage(api, { of: "all" }, { page: 1 });
      return items.map((item) => readEvent(item, readAt).severity);
    },
    result: ["warning", "warning", "warning"],
  },
  {
    section: 15,
    statement: "an unknown type shows the received text; the user is absent",
    ...event({ id: 1, event_type: { id: 166, description: "Satellite moved" }, timestamp: "2022-03-27T23:20:49.298Z" }),
    result: expect.not.objectContaining({ user: expect.anything() }),
  },
  {
    section: 15,
    statement: "an old example pairs id 4 with another text: the received text is shown",
    ...event({ id: 1, event_type: { id: 4, description: "Delete PDP Context" } }),
    result: read({ type: { key: "4", label: "Delete PDP Context" } }),
  },
  {
    section: 15,
    statement: "an id has up to 64 bit",
    answers: [http(200, {}, '[{"id":9223372036854775807,"detail":{"quota":{"volume":"1.5","expiryDate":"x"}}}]')],
    run: async (api) => {
      const { items } = await fetchEventPage(api, { of: "all" }, { page: 1 });
      return items.map((item) => readEvent(item, readAt).id);
    },
    result: ["9223372036854775807"],
  },
  {
    section: 15,
    statement: "without the new stack there is no list of all events",
    answers: [http(404)],
    run: (api) => fetchEventPage(api, { of: "all" }, { page: 1 }),
    failure: { code: "not-offered" },
  },
  {
    section: 16,
    statement: "unknown fields and texts are unchanged",
    answers: [list({ id: 1, keen: { a: [1] }, status: { id: 17, description: "rEtIrEd" } })],
    run: async (api) => recordsOf(await listDns(api)),
    result: [{ id: 1, keen: { a: [1] }, status: { id: 17, description: "rEtIrEd" } }],
  },
  {
    section: 16,
    statement: "ids are numbers or text, flags 0 and 1, counters text",
    answers: [http(200, {}, '[{"id":7,"n":"1.000000","flag":"0"},{"id":"7","n":0,"flag":1}]')],
    run: async (api) =>
      recordsOf(await listDns(api)).map((one) => [readId(one["id"]), readNumber(one["n"]), readBoolean(one["flag"])]),
    result: [
      ["7", 1, false],
      ["7", 0, true],
    ],
  },
  {
    section: 16,
    statement: "dates have five formats",
    answers: [
      list(
        { id: 1, at: "2031-04-02T09:15:00.000+0000" },
        { id: 2, at: "2031-04-02T09:15:00.000Z" },
        { id: 3, at: "2031-04-02T09:15:00Z" },
        { id: 4, at: "2031-04-02T09:15:00+00:00" },
        { id: 5, at: "2031-04-02 09:15:00" },
      ),
    ],
    run: async (api) => [...new Set(recordsOf(await listDns(api)).map((one) => parseServiceDate(one["at"])))],
    result: [Date.UTC(2031, 3, 2, 9, 15)],
  },
  {
    section: 16,
    statement: "an empty body with any content type is not a list",
    answers: [http(200, { "content-type": "text/html" })],
    run: (api) => listDns(api),
    failure: { code: "unexpected-answer" },
  },
  {
    section: 16,
    statement: "a list may repeat a record while the set changes",
    answers: [json(200, [{ id: 1 }, { id: 1 }], { "x-total-count": "2" })],
    run: async (api) => (await fetchPage(api, "endpoint", { page: 1 })).items.filter(isRecord).length,
    result: 2,
  },
];
