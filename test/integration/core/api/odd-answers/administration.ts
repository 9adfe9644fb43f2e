/** Sections 12 to 14: data streams, callbacks, quotas. */
import { expect } from "vitest";
import {
  createApiCallback,
  createDataStream,
  deleteApiCallback,
  getApiCallback,
  listApiCallbacks,
  listDataStreams,
} from "../../../../../main/core/api/data-streams.ts";
import type { ApiClient } from "../../../../../main/core/api/client.ts";
import { getDataQuota, getSmsQuota, setSmsQuota } from "../../../../../main/core/api/quotas.ts";
import { parseQuotaState } from "../../../../../main/features/quotas/readings.ts";
import { readCallback, readStream } from "../../../../../main/features/network/streams/read-records.ts";
import { created, type Fact, http, json, list } from "./fact.ts";
import { recordsOf } from "../../../../make/records-of.ts";

const read = (fields: object): unknown => expect.objectContaining(fields);
const quota = (record: unknown): Pick<Fact, "answers" | "run"> => ({
  answers: [json(200, record)],
  run: async (api) => parseQuotaState("data", await getDataQuota(api, "1")),
});
const expires = Date.UTC(2031, 11, 31, 23, 59, 59);

const stream = async (api: ApiClient): Promise<unknown> => recordsOf(await listDataStreams(api)).map(readStream)[0];

export const administration: readonly Fact[] = [
  {
    section: 12,
    statement: "a stream is created with 201, empty",
    answers: [created()],
    run: (api) => createDataStream(api, { content: "events", destination: { kind: "rest-api", callback: { id: 1 } } }),
    result: { id: undefined },
  },
  {
    section: 12,
    statement: "a stream's numbers are text, its callback is a text, its flags 0 and 1",
    answers: [
      list({
        id: "12",
        last_result_code: "200",
        active: 1,
        running: "0",
        api_callback: "https://example.com/in",
        api_type: { id: 1, description: "REST API" },
        data_stream_type: { id: 2, description: "Events" },
      }),
    ],
    run: stream,
    result: read({ id: "12", destination: "rest-api", active: true, running: false, lastResult: "200" }),
  },
  {
    section: 12,
    statement: "a stream has a destination and a type that we do not create",
    answers: [list({ id: "1,", api_type: { id: 7, description: "SalesForce" }, data_stream_type: { id: 1 } })],
    run: stream,
    result: read({ id: "1,", destinationText: "Salesforce" }),
  },
  {
    section: 12,
    statement: "newer services have no streams of v1",
    answers: [http(404)],
    run: (api) => listDataStreams(api),
    failure: { code: "not-offered" },
  },
  {
    section: 13,
    statement: "a callback is created with 201, empty",
    answers: [created()],
    run: (api) => createApiCallback(api, { url: "https://example.com/in", purpose: "events" }),
    result: { id: undefined },
  },
  {
    section: 13,
    statement: "the organisation of a callback is text",
    answers: [
      list({ id: 12, organisation_id: "1234", url: "https://example.com/in", created: "2022-01-17T08:47:00Z" }),
    ],
    run: async (api) => recordsOf(await listApiCallbacks(api)).map(readCallback),
    result: [
      { id: "12", organisation: "1234", url: "https://example.com/in", createdAt: Date.UTC(2022, 0, 17, 8, 47) },
    ],
  },
  {
    section: 13,
    statement: "deleting a callback answers 200",
    answers: [http(200)],
    run: (api) => deleteApiCallback(api, "12"),
    result: undefined,
  },
  {
    section: 13,
    statement: "an unknown callback is 404",
    answers: [json(404, { error_code: 1201, message: "No." })],
    run: (api) => getApiCallback(api, "12"),
    failure: { code: "service-1201" },
  },
  {
    section: 14,
    statement: "the example, whose expiry has a blank and no zone",
    ...quota({
      volume: 37.5,
      expiry_date: "2031-12-31 23:59:59",
      status: { id: 1, description: "ACTIVE" },
      action_on_exhaustion: { id: 1, description: "Block" },
      auto_refill: 0,
      threshold_percentage: 20,
      threshold_volume: 10,
      last_volume_added: 50,
      last_status_change_date: "2031-01-05 08:00:00",
    }),
    result: {
      state: "set",
      quota: {
        volume: 37.5,
        expiresAt: expires,
        status: "active",
        onExhaustion: { kind: "block" },
        autoRefill: false,
        thresholdPercent: 20,
        thresholdVolume: 10,
        lastAdded: 50,
        statusChangedAt: Date.UTC(2031, 0, 5, 8),
        percent: 75,
      },
    },
  },
  {
    section: 14,
    statement: "an expiry in the other shape",
    ...quota({ volume: 1, expiry_date: "2031-12-31T23:59:59.000Z" }),
    result: { state: "set", quota: read({ expiresAt: expires }) },
  },
  {
    section: 14,
    statement: "the status is text, the action has another name, the rate is next to it",
    ...quota({ volume: "1", status: { id: "2" }, action_on_quota_exhaustion_id: "2", peak_throughput: 64000 }),
    result: {
      state: "set",
      quota: read({ volume: 1, status: "exhausted", onExhaustion: { kind: "throttle", bitsPerSecond: 64_000 } }),
    },
  },
  {
    section: 14,
    statement: "the rate is inside the action",
    ...quota({ volume: 1, action_on_exhaustion: { id: 2, description: "Throttle", peak_throughput: 128000 } }),
    result: { state: "set", quota: read({ onExhaustion: { kind: "throttle", bitsPerSecond: 128_000 } }) },
  },
  {
    section: 14,
    statement: "auto_refill of SMS is a flag, dates are null",
    answers: [json(200, { volume: 10, auto_refill: true, expiry_date: null, last_status_change_date: null })],
    run: async (api) => parseQuotaState("sms", await getSmsQuota(api, "1")),
    result: { state: "set", quota: { volume: 10, autoRefill: true, status: "unknown" } },
  },
  {
    section: 14,
    statement: "a volume is slightly negative",
    ...quota({ volume: -0.25, last_volume_added: 50 }),
    result: { state: "set", quota: read({ volume: -0.25, percent: -0.5 }) },
  },
  {
    section: 14,
    statement: "no quota is 404 on both paths",
    answers: [http(404)],
    run: (api) => getDataQuota(api, "1"),
    result: undefined,
  },
  {
    section: 14,
    statement: "no quota is an empty object",
    answers: [json(200, {})],
    run: (api) => getDataQuota(api, "1"),
    result: undefined,
  },
  {
    section: 14,
    statement: "no quota is null",
    answers: [json(200, null)],
    run: (api) => getDataQuota(api, "1"),
    result: undefined,
  },
  {
    section: 14,
    statement: "setting a quota answers 201, empty",
    answers: [created()],
    run: (api) => setSmsQuota(api, "1", { volume: 1, expiresAt: expires, thresholdPercentage: 10 }),
    result: undefined,
  },
];
