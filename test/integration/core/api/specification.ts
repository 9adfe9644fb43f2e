/**
 * The operations and the filter table of the specification, copied as data. Each operation names its section, method and path in the
 * specification, and the entry of `operations.ts` that checks its request.
 */

export interface SpecifiedOperation {
  readonly section: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** Name of the entry in `operations.ts`. */
  readonly line: string;
  /** Body fields that the specification names; none where it says "body: not shown". */
  readonly body?: readonly string[];
}

const sms = "/api/v1/endpoint/{endpoint_id}/sms";
const quota = "/endpoint/{endpoint_id}/quota";

export const specifiedOperations: readonly SpecifiedOperation[] = [
  { section: "Endpoints: SMS", method: "GET", path: sms, line: "SMS: list" },
  { section: "Endpoints: SMS", method: "POST", path: sms, line: "SMS: send", body: ["source_address", "payload"] },
  { section: "Endpoints: SMS", method: "GET", path: `${sms}/{sms_id}`, line: "SMS: detail" },
  { section: "Endpoints: SMS", method: "DELETE", path: `${sms}/{sms_id}`, line: "SMS: cancel" },
  {
    section: "Endpoints: Authentication",
    method: "POST",
    path: "/api/v1/authenticate",
    line: "Authentication: user name and password",
    body: ["username", "password"],
  },
  {
    section: "Endpoints: Authentication",
    method: "POST",
    path: "/api/v1/authenticate",
    line: "Authentication: refresh token",
    body: ["refresh_token"],
  },
  {
    section: "Endpoints: Data streams",
    method: "POST",
    path: "/api/v1/data_stream",
    line: "Data stream: REST API, new callback",
    body: ["stream_historic_data", "data_stream_type", "api_type", "api_callback"],
  },
  { section: "Endpoints: DNS configuration", method: "GET", path: "/api/v1/dns", line: "DNS: list" },
  { section: "Endpoints: DNS configuration", method: "POST", path: "/api/v1/dns", line: "DNS: create" },
  { section: "Endpoints: DNS configuration", method: "DELETE", path: "/api/v1/dns/{dns_id}", line: "DNS: delete" },
  {
    section: "Endpoints: Service profiles",
    method: "POST",
    path: "/api/v1/service_profile",
    line: "Service profile: create with a DNS configuration",
  },
  {
    section: "Endpoints: Service profiles",
    method: "PATCH",
    path: "/api/v1/service_profile/{service_profile_id}",
    line: "Service profile: patch",
  },
  { section: "Endpoints: Endpoint quotas", method: "POST", path: `${quota}/data`, line: "Quotas: set data" },
  { section: "Endpoints: Endpoint quotas", method: "GET", path: `${quota}/data`, line: "Quotas: read data" },
  { section: "Endpoints: Endpoint quotas", method: "POST", path: `${quota}/sms`, line: "Quotas: set SMS" },
  { section: "Endpoints: Endpoint quotas", method: "GET", path: `${quota}/sms`, line: "Quotas: read SMS" },
  ...(
    [
      ["endpoint", "Collections: endpoint"],
      ["sim", "Collections: sim"],
      ["imsi", "Collections: imsi"],
      ["organisation", "Collections: organisation"],
      ["user", "Collections: user"],
      ["tariff_plan", "Collections: tariff plan"],
    ] as const
  ).map(([name, line]): SpecifiedOperation => ({
    section: "Endpoints: Collection conventions",
    method: "GET",
    path: `/api/v1/${name}`,
    line,
  })),
  ...(["endpoint", "sim", "organisation", "user"] as const).map((name): SpecifiedOperation => ({
    section: "Events",
    method: "GET",
    path: `/api/v1/${name}/{id}/event`,
    line: `Events: of one ${name}`,
  })),
  { section: "Events", method: "GET", path: "/api/v1/event", line: "Events: all" },
];

/** Other request shapes in the specification, by the entry that checks them. */
export const specifiedShapes: Readonly<Record<string, string>> = {
  "Data stream: REST API, existing callback by id": "Resources: API callback, reused by its id",
  "Data stream: object storage": "Resources: Data stream, api_type 8",
  "Data stream: cloud data stream": "Resources: Data stream, api_type 4",
  "Service profile: set DNS": "Endpoints: Service profiles, setting the DNS configuration",
  "Service profile: remove DNS": "Endpoints: Service profiles, removing the DNS configuration",
  "Service profile: set the callback for received SMS": "Events: a callback URL is set in the service profile",
  "Collections: filter and sort": "Collection conventions: Paging, Filtering, Sorting",
  "Collections: what needs encoding": "Collection conventions: Filtering",
};

type Match = "exact" | "wildcard" | "startsWith" | 14 | 19 | "term" | "text" | "address" | "range";

/** "Match patterns per collection"; a number is the length beyond which a search is exact, else startsWith. */
export const specifiedFilters: Readonly<Record<string, Readonly<Record<string, Match>>>> = {
  endpoint: { id: "exact", name: "wildcard", tags: "wildcard", ipAddress: "startsWith", imei: "startsWith", iccid: 19 },
  sim: { id: "exact", imsi: 14, msisdns: "startsWith", iccid: 19 },
  imsi: { id: "exact", digits: 14 },
  organisation: { id: "exact", name: "wildcard", ext_reference: "wildcard", created: "wildcard" },
  user: { username: "wildcard", name: "wildcard" },
  tariff_plan: { notes: "wildcard", name: "wildcard", description: "wildcard" },
  event: {
    id: "exact",
    tags: "term",
    description: "text",
    severity: "exact",
    endpoint: "term",
    ip_address: "address",
    imei: "exact",
    iccid: "exact",
    imsi: "exact",
    source: "exact",
    type: "exact",
    from: "range",
    until: "range",
    organisation: "term",
    alert: "exact",
    user: "term",
  },
};
