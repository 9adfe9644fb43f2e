/** Every operation of the specification (and the tolerated ones) with the request that it sends. */
import { authenticate } from "../../../../main/core/api/authenticate.ts";
import type { ApiClient } from "../../../../main/core/api/client.ts";
import { fetchPage, getEndpoint, listTariffPlansOf, readOne } from "../../../../main/core/api/records.ts";
import {
  createApiCallback,
  createDataStream,
  deleteApiCallback,
  getApiCallback,
  listApiCallbacks,
  listDataStreams,
} from "../../../../main/core/api/data-streams.ts";
import { createDns, deleteDns, listDns } from "../../../../main/core/api/dns.ts";
import { fetchEventPage } from "../../../../main/core/api/events.ts";
import { deleteQuota, getDataQuota, getSmsQuota, setDataQuota, setSmsQuota } from "../../../../main/core/api/quotas.ts";
import {
  createServiceProfile,
  getServiceProfile,
  listServiceProfiles,
  patchServiceProfile,
} from "../../../../main/core/api/service-profiles.ts";
import { cancelSms, getSms, listSms, sendSms } from "../../../../main/core/api/sms.ts";
import type { Transport } from "../../../../main/core/api/transport.ts";

const expiresAt = Date.UTC(2031, 11, 31, 23, 59, 59);
const callback = { id: 12, url: "https://example.com/in", organisationId: "7", purpose: "events" };
const role = "arn:aws:iam::123456789012:role/stream";
const events = { id: 2, description: "Events" };
const both = { id: 3, description: "Usage Data & Events" };

/** A section of the specification, the call, and the expected request. */
export type Line = readonly [
  section: string,
  run: (api: ApiClient, transport: Transport) => Promise<unknown>,
  method: string,
  path: string,
  body?: unknown,
];

export const operations: readonly Line[] = [
  ["SMS: list", (api) => listSms(api, "70001"), "GET", "/api/v1/endpoint/70001/sms"],
  [
    "SMS: send",
    (api) => sendSms(api, "70001", { sourceAddress: "4911", payload: "AT+RESET" }),
    "POST",
    "/api/v1/endpoint/70001/sms",
    { source_address: 4911, payload: "AT+RESET" },
  ],
  ["SMS: detail", (api) => getSms(api, "70001", "5"), "GET", "/api/v1/endpoint/70001/sms/5"],
  ["SMS: cancel", (api) => cancelSms(api, "70001", "5"), "DELETE", "/api/v1/endpoint/70001/sms/5"],
  [
    "Authentication: user name and password",
    (_api, transport) => authenticate(transport, { username: "a@b.c", password: "p" }),
    "POST",
    "/api/v1/authenticate",
    { username: "a@b.c", password: "p" },
  ],
  [
    "Authentication: refresh token",
    (_api, transport) => authenticate(transport, { refreshToken: "r" }),
    "POST",
    "/api/v1/authenticate",
    { refresh_token: "r" },
  ],
  [
    "Authentication: application token (service-facts: authentication)",
    (_api, transport) => authenticate(transport, { applicationToken: "t" }),
    "POST",
    "/api/v1/authenticate",
    { application_token: "t" },
  ],
  [
    "Data stream: REST API, new callback",
    (api) => createDataStream(api, { content: "events", destination: { kind: "rest-api", callback } }),
    "POST",
    "/api/v1/data_stream",
    {
      stream_historic_data: 0,
      data_stream_type: events,
      api_type: { id: 1, description: "REST API" },
      api_callback: { id: 12, url: "https://example.com/in", organisation_id: "7", purpose: "events" },
    },
  ],
  [
    "Data stream: REST API, existing callback by id",
    (api) =>
      createDataStream(api, {
        content: "usage-and-events",
        destination: { kind: "rest-api", callback: { id: 12 } },
        historic: true,
      }),
    "POST",
    "/api/v1/data_stream",
    {
      stream_historic_data: 1,
      data_stream_type: both,
      api_type: { id: 1, description: "REST API" },
      api_callback: { id: 12 },
    },
  ],
  [
    "Data stream: object storage",
    (api) =>
      createDataStream(api, {
        content: "usage-and-events",
        destination: { kind: "object-storage", role, target: "eu-west-1/bucket" },
      }),
    "POST",
    "/api/v1/data_stream",
    {
      stream_historic_data: 0,
      data_stream_type: both,
      api_type: { id: 8, description: "AWS S3" },
      api_username: role,
      api_parameter: "eu-west-1/bucket",
    },
  ],
  [
    "Data stream: cloud data stream",
    (api) =>
      createDataStream(api, {
        content: "usage-and-events",
        destination: { kind: "cloud-stream", role, target: "eu-west-1/stream" },
      }),
    "POST",
    "/api/v1/data_stream",
    {
      stream_historic_data: 0,
      data_stream_type: both,
      api_type: { id: 4, description: "AWS Kinesis" },
      api_username: role,
      api_parameter: "eu-west-1/stream",
    },
  ],
  ["Data stream: list (service-facts: data-stream)", (api) => listDataStreams(api), "GET", "/api/v1/data_stream"],
  ["DNS: list", (api) => listDns(api), "GET", "/api/v1/dns"],
  [
    "DNS: create",
    (api) => createDns(api, { primary: "9.9.9.9", secondary: "149.112.112.112" }),
    "POST",
    "/api/v1/dns",
    { primary: "9.9.9.9", secondary: "149.112.112.112", ip_address_version: 4 },
  ],
  ["DNS: delete", (api) => deleteDns(api, "3"), "DELETE", "/api/v1/dns/3"],
  [
    "Service profile: create with a DNS configuration",
    (api) => createServiceProfile(api, { name: "Trackers", dnsId: 3, fields: { allowed_4g: true } }),
    "POST",
    "/api/v1/service_profile",
    { allowed_4g: true, name: "Trackers", dns: { id: 3 } },
  ],
  [
    "Service profile: patch",
    (api) => patchServiceProfile(api, "901", { fields: { description: "x" } }),
    "PATCH",
    "/api/v1/service_profile/901",
    { description: "x" },
  ],
  [
    "Service profile: set DNS",
    (api) => patchServiceProfile(api, "901", { dns: { id: 4 } }),
    "PATCH",
    "/api/v1/service_profile/901",
    { dns: { id: 4 } },
  ],
  [
    "Service profile: remove DNS",
    (api) => patchServiceProfile(api, "901", { dns: { id: undefined } }),
    "PATCH",
    "/api/v1/service_profile/901",
    { dns: { id: null } },
  ],
  [
    "Service profile: set the callback for received SMS",
    (api) => patchServiceProfile(api, "901", { apiCallback: { id: 12 } }),
    "PATCH",
    "/api/v1/service_profile/901",
    { api_callback: { id: 12 } },
  ],
  ["Service profile: list (tolerated)", (api) => listServiceProfiles(api), "GET", "/api/v1/service_profile"],
  ["Service profile: detail (tolerated)", (api) => getServiceProfile(api, "901"), "GET", "/api/v1/service_profile/901"],
  ["Quotas: read data", (api) => getDataQuota(api, "70001"), "GET", "/endpoint/70001/quota/data"],
  [
    "Quotas: delete (service-facts: quotas)",
    (api) => deleteQuota(api, "70001", "sms"),
    "DELETE",
    "/endpoint/70001/quota/sms",
  ],
  ["Quotas: read SMS", (api) => getSmsQuota(api, "70001"), "GET", "/endpoint/70001/quota/sms"],
  [
    "Quotas: set data",
    (api) => setDataQuota(api, "70001", { volumeMb: 50, expiresAt, onExhaustion: "block", thresholdPercentage: 20 }),
    "POST",
    "/endpoint/70001/quota/data",
    {
      volume: 50,
      expiry_date: "2031-12-31 23:59:59",
      status: { id: 1 },
      action_on_exhaustion: { id: 1 },
      auto_refill: 0,
      threshold_percentage: 20,
    },
  ],
  [
    "Quotas: set SMS",
    (api) => setSmsQuota(api, "70001", { volume: 100, expiresAt, autoRefill: true, thresholdPercentage: 10 }),
    "POST",
    "/endpoint/70001/quota/sms",
    {
      volume: 100,
      expiry_date: "2031-12-31T23:59:59.000Z",
      status: { id: 1 },
      auto_refill: 1,
      threshold_percentage: 10,
    },
  ],
  ["Collections: endpoint", (api) => fetchPage(api, "endpoint", { page: 1 }), "GET", "/api/v1/endpoint?page=1&sort=id"],
  ["Collections: sim", (api) => fetchPage(api, "sim", { page: 1 }), "GET", "/api/v1/sim?page=1&sort=id"],
  ["Collections: user", (api) => fetchPage(api, "user", { page: 1 }), "GET", "/api/v1/user?page=1&sort=id"],
  [
    "Collections: one record by its id (tolerated)",
    (api) => readOne(api, "imsi", "5"),
    "GET",
    "/api/v1/imsi?page=1&per_page=1&q=id:5&sort=id",
  ],
  [
    "Collections: the tariff plans of one organisation (service-facts: organisation)",
    (api) => listTariffPlansOf(api, "4401"),
    "GET",
    "/api/v1/organisation/4401/tariff_plan",
  ],
  [
    "Collections: filter and sort",
    (api) => fetchPage(api, "sim", { page: 2, perPage: 50, q: "iccid:8988*,msisdns:42", sort: "-id,status" }),
    "GET",
    "/api/v1/sim?page=2&per_page=50&q=iccid:8988*,msisdns:42&sort=-id,status",
  ],
  [
    "Collections: what needs encoding",
    (api) => fetchPage(api, "user", { page: 1, q: "name:a&b c+ü" }),
    "GET",
    "/api/v1/user?page=1&q=name:a%26b%20c%2B%C3%BC&sort=id",
  ],
  ["Collections: imsi", (api) => fetchPage(api, "imsi", { page: 1 }), "GET", "/api/v1/imsi?page=1&sort=id"],
  [
    "Collections: organisation",
    (api) => fetchPage(api, "organisation", { page: 1 }),
    "GET",
    "/api/v1/organisation?page=1&sort=id",
  ],
  [
    "Collections: tariff plan",
    (api) => fetchPage(api, "tariff_plan", { page: 1 }),
    "GET",
    "/api/v1/tariff_plan?page=1&sort=id",
  ],
  ...(["endpoint", "sim", "organisation", "user"] as const).map((of): Line => [
    `Events: of one ${of}`,
    (api) => fetchEventPage(api, { of, id: "8" }, { page: 1, q: "type:1" }),
    "GET",
    `/api/v1/${of}/8/event?page=1&q=type:1&sort=id`,
  ]),
  ["Events: all", (api) => fetchEventPage(api, { of: "all" }, { page: 1 }), "GET", "/api/v1/event?page=1&sort=id"],
  ["Endpoint detail (tolerated)", (api) => getEndpoint(api, "70001"), "GET", "/api/v1/endpoint/70001"],
  ["API callbacks: list (tolerated)", (api) => listApiCallbacks(api), "GET", "/api/v1/api_callback"],
  ["API callbacks: detail (tolerated)", (api) => getApiCallback(api, "12"), "GET", "/api/v1/api_callback/12"],
  [
    "API callbacks: create (tolerated)",
    (api) => createApiCallback(api, { url: "https://example.com/in", purpose: "events" }),
    "POST",
    "/api/v1/api_callback",
    { url: "https://example.com/in", purpose: "events" },
  ],
  ["API callbacks: delete (tolerated)", (api) => deleteApiCallback(api, "12"), "DELETE", "/api/v1/api_callback/12"],
];
