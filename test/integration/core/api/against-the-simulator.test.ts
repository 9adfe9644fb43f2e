/** The API client over HTTP to the simulator: all operations, oddities and faults; the simulator's ledger decides what was sent. */
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, expect, test } from "vitest";
import { authenticate } from "../../../../main/core/api/authenticate.ts";
import type { ApiClient, ApiClientSettings } from "../../../../main/core/api/client.ts";
import { type CollectionName, fetchPage, walkCollection } from "../../../../main/core/api/records.ts";
import { createDns, deleteDns, listDns } from "../../../../main/core/api/dns.ts";
import { fetchEventPage } from "../../../../main/core/api/events.ts";
import { getDataQuota, setDataQuota } from "../../../../main/core/api/quotas.ts";
import {
  createServiceProfile,
  listServiceProfiles,
  patchServiceProfile,
} from "../../../../main/core/api/service-profiles.ts";
import { cancelSms, listSms, sendSms } from "../../../../main/core/api/sms.ts";
import { walkPages, type WalkVerdict } from "../../../../main/core/api/walk.ts";
import type { SimulatorOptions } from "../../../../main/simulator/options.ts";
import { startSimulator, type Simulator } from "../../../../main/simulator/simulator.ts";
import { makeApiClient, makeAuthorizer, makeTransport } from "../../../make/api-client.ts";
import { recordsOf } from "../../../make/records-of.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const auto = {
  separator: "auto",
  quotaPath: "auto",
  filterNames: "auto",
  sourceAddress: "auto",
  smsAutoRefill: "auto",
} as const;

async function connect(
  options: SimulatorOptions = {},
  overrides: Partial<ApiClientSettings> = {},
): Promise<{ readonly simulator: Simulator; readonly api: ApiClient }> {
  const simulator = await startSimulator({ endpoints: 500, ...options });
  const transport = makeTransport(simulator.baseUrl);
  const { authToken } = await authenticate(transport, { applicationToken: simulator.applicationToken });
  const authorizer = makeAuthorizer({ token: () => Promise.resolve(authToken), issuedAt: () => Date.now() });
  const api = makeApiClient(simulator.baseUrl, { options: auto, transport, authorizer, ...overrides });
  open.push(simulator, transport);
  return { simulator, api };
}

async function walk(
  api: ApiClient,
  collection: CollectionName,
  perPage: number,
): Promise<{ readonly ids: Set<string>; readonly verdict: WalkVerdict }> {
  const ids = new Set<string>();
  const pages = walkCollection(api, collection, { perPage });
  for await (const page of pages) for (const { id } of page.items) ids.add(id);
  return { ids, verdict: pages.verdict() };
}

async function anEndpoint(api: ApiClient): Promise<string> {
  const { items } = await fetchPage(api, "endpoint", { page: 1, perPage: 1 });
  return String(items[0]?.["id"]);
}

test("signs in with each of the three request bodies; a refresh token works once", async () => {
  const simulator = await startSimulator({ endpoints: 10 });
  const transport = makeTransport(simulator.baseUrl);
  open.push(simulator, transport);
  const { applicationToken, username, password } = simulator;
  expect(await authenticate(transport, { applicationToken })).toMatchObject({ refreshToken: undefined });
  const first = await authenticate(transport, { username, password });
  const second = await authenticate(transport, { refreshToken: first.refreshToken ?? "" });
  expect(second.authToken).not.toBe(first.authToken);
  const again = authenticate(transport, { refreshToken: first.refreshToken ?? "" });
  await expect(again).rejects.toMatchObject({ code: "credentials-refused", details: { status: 401 } });
});

test("three wrong passwords lock the account, reported as a lock-out and not as a wrong password", async () => {
  const simulator = await startSimulator({ endpoints: 10 });
  const transport = makeTransport(simulator.baseUrl);
  open.push(simulator, transport);
  const codes: unknown[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await authenticate(transport, { username: simulator.username, password: "wrong" }).catch((error: unknown) =>
      codes.push((error as { readonly code: string }).code),
    );
  }
  expect(codes.slice(0, 2)).toEqual(["credentials-refused", "credentials-refused"]);
  expect(codes.at(-1)).toBe("locked-out");
});

test("sends, lists and cancels an SMS that the ledger contains exactly once", async () => {
  const { simulator, api } = await connect();
  const endpoint = await anEndpoint(api);
  const result = await sendSms(api, endpoint, { sourceAddress: "4911", payload: "AT+RESET" });
  const list = await listSms(api, endpoint);
  const smsId = result.kind === "accepted" ? result.smsId : undefined;
  expect(list.map((record) => [String(record["id"]), record["payload"]])).toEqual([[smsId, "AT+RESET"]]);
  expect(simulator.ledger()).toHaveLength(1);
  simulator.advance(10 * 60_000);
  const cancelled = await cancelSms(api, endpoint, smsId ?? "").then(
    () => "cancelled",
    (error: unknown) => (error as { readonly code: string }).code,
  );
  expect(["cancelled", "service-1406"]).toContain(cancelled);
});

test.each(["endpoint", "sim", "imsi", "organisation", "user", "tariff_plan"] as const)(
  "reads the whole collection %s and proves completeness",
  async (collection) => {
    const { api } = await connect();
    const { ids, verdict } = await walk(api, collection, 70);
    expect(verdict).toMatchObject({ unique: ids.size, promised: ids.size, gaps: 0, complete: true });
    expect(ids.size).toBeGreaterThan(0);
  },
);

const oddities: readonly (readonly [string, SimulatorOptions["oddities"] & object, Partial<WalkVerdict>])[] = [
  ["no Link", { noLinkHeader: true }, { complete: true, promised: 500 }],
  [
    "an empty Link and lower-case names",
    { emptyLink: true, lowerCaseHeaders: true },
    { complete: true, promised: 500 },
  ],
  ["no totals", { noTotals: true }, { complete: true, promised: undefined }],
  ["no paging headers", { noPagingHeaders: true }, { complete: true, promised: undefined }],
  [
    "no paging headers and empty pages beyond the end",
    { noPagingHeaders: true, emptyBeyondLast: true },
    { complete: true },
  ],
  ["a lowered per_page", { perPageMaximum: 30 }, { complete: true, promised: 500 }],
  ["an endless next page", { endlessNext: true, noTotals: true }, { complete: true }],
  ["ids as text", { textIds: true }, { complete: true, promised: 500 }],
];

test.each(oddities)("reads a list with %s completely", async (_name, odd, expected) => {
  const { api } = await connect({ oddities: odd });
  const { ids, verdict } = await walk(api, "endpoint", 100);
  expect([ids.size, verdict]).toEqual([500, expect.objectContaining({ unique: 500, ...expected })]);
});

test.each([
  ["a total that is too high", { lyingTotals: 37 }],
  ["records that move to later pages", { driftPerPage: 2 }],
  ["records that move to earlier pages", { driftPerPage: -2, lyingTotals: 1 }],
])("ends as partial: %s", async (_name, odd) => {
  const { api } = await connect({ oddities: odd });
  const { verdict } = await walk(api, "endpoint", 100);
  expect(verdict.complete).toBe(false);
  const { promised = 0, unique } = verdict;
  expect(verdict.reason).toEqual(codedText("walk-too-few-records", { count: promised, received: unique }));
});

test.each([
  ["nbsp", "literal", "spec"],
  ["space", "prefixed", "live"],
] as const)("detects separator %s, quota path %s and filter names %s", async (separator, quotaPath, filterNames) => {
  const { api } = await connect({ accept: { separator, quotaPath, filterNames } });
  const endpoint = await anEndpoint(api);
  await setDataQuota(api, endpoint, { volumeMb: 50, expiresAt: Date.UTC(2090, 0, 1), onExhaustion: "block" });
  expect(await getDataQuota(api, endpoint)).toMatchObject({ volume: 50 });
  await fetchPage(api, "endpoint", { page: 1, q: "ipAddress:10." });
  const { dialect } = api;
  expect([dialect.separator(), dialect.quotaPath(), dialect.filterNames()]).toEqual([
    { form: separator, isConfirmed: true },
    { form: quotaPath, isConfirmed: true },
    { form: filterNames, isConfirmed: true },
  ]);
});

test.each(["404", "empty-object", "null"] as const)(
  "reports no quota when the service responds with %s",
  async (noQuota) => {
    const { api } = await connect({ oddities: { noQuota } });
    expect(await getDataQuota(api, await anEndpoint(api))).toBeUndefined();
  },
);

test("cannot delete a DNS configuration in use until the profile no longer uses it", async () => {
  const { api } = await connect();
  const before = new Set(recordsOf(await listDns(api)).map((one) => String(one["id"])));
  await createDns(api, { primary: "9.9.9.9", secondary: "149.112.112.112" });
  const dnsId =
    recordsOf(await listDns(api))
      .map((one) => String(one["id"]))
      .find((id) => !before.has(id)) ?? "";
  const { id } = await createServiceProfile(api, { name: "Trackers" });
  const profile = id ?? String(recordsOf(await listServiceProfiles(api)).at(-1)?.["id"]);
  await patchServiceProfile(api, profile, { dns: { id: Number(dnsId) } });
  await expect(deleteDns(api, dnsId)).rejects.toMatchObject({ code: "service-1407", details: { status: 409 } });
  await patchServiceProfile(api, profile, { dns: { id: undefined } });
  await deleteDns(api, dnsId);
  expect(recordsOf(await listDns(api)).map((one) => String(one["id"]))).not.toContain(dnsId);
});

test("reads all pages of events and keeps every digit of ids beyond 2^53", async () => {
  const { api } = await connect({ oddities: { bigEventIds: true } });
  const endpoint = await anEndpoint(api);
  for (let i = 0; i < 3; i += 1) await sendSms(api, endpoint, { sourceAddress: "1", payload: "x" });
  const pages = walkPages({
    fetch: async (page, signal) => await fetchEventPage(api, { of: "all" }, { page, signal }),
  });
  const ids: string[] = [];
  for await (const page of pages) ids.push(...page.items.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.every((id) => /^\d{16,}$/.test(id))).toBe(true);
});

test.each([404, 405] as const)(
  "reports an operation that the service does not offer (%i)",
  async (notOfferedStatus) => {
    const { api } = await connect({ oddities: { notOffered: ["imsi.list", "profile.list"], notOfferedStatus } });
    await expect(fetchPage(api, "imsi", { page: 1 })).rejects.toMatchObject({ code: "not-offered" });
  },
);

test.each([
  ["reset-before", "unknown", 0],
  ["reset-after", "unknown", 1],
  ["error-after", "unknown", 1],
  ["truncate", "accepted", 1],
  ["throttle", "not-sent", 0],
  ["refuse", "refused", 0],
] as const)("a message with the fault %s is %s, and the ledger contains %i", async (kind, expected, accepted) => {
  const { simulator, api } = await connect();
  const endpoint = await anEndpoint(api);
  simulator.setFaults({ rules: [{ kind, rate: 1, on: "sms.send" }] });
  const result = await sendSms(api, endpoint, { sourceAddress: "1", payload: "x" });
  expect([result.kind, simulator.ledger().length]).toEqual([expected, accepted]);
});
