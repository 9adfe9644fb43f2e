import { expect, test } from "vitest";
import type { ApiClient } from "../../../../main/core/api/client.ts";
import { type DataStreamDraft, createApiCallback, createDataStream } from "../../../../main/core/api/data-streams.ts";
import { fetchPage } from "../../../../main/core/api/records.ts";
import { createDns } from "../../../../main/core/api/dns.ts";
import { pathId } from "../../../../main/core/api/inputs.ts";
import { setDataQuota, setSmsQuota } from "../../../../main/core/api/quotas.ts";
import { createServiceProfile, patchServiceProfile } from "../../../../main/core/api/service-profiles.ts";
import { getSms } from "../../../../main/core/api/sms.ts";
import { makeApiClient } from "../../../make/api-client.ts";

// Nothing listens there: a request that was sent would fail with another code than invalid-input.
const api: ApiClient = makeApiClient("http://127.0.0.1:1");
const expiresAt = Date.UTC(2031, 0, 1);
const role = "arn:aws:iam::123456789012:role/stream";
const stream = (
  destination: DataStreamDraft["destination"],
  content: DataStreamDraft["content"] = "usage-and-events",
) => createDataStream(api, { content, destination });

const rejections: readonly (readonly [field: string, run: () => Promise<unknown>])[] = [
  ["smsId", () => getSms(api, "1", "../2")],
  ["endpointId", () => getSms(api, "", "2")],
  ["primary", () => createDns(api, { primary: "dns.example", secondary: "9.9.9.9" })],
  ["primary", () => createDns(api, { primary: "999.1.1.1", secondary: "9.9.9.9" })],
  ["secondary", () => createDns(api, { primary: "9.9.9.9", secondary: "" })],
  ["secondary", () => createDns(api, { primary: "9.9.9.9", secondary: "2620:fe::fe" })],
  ["volumeMb", () => setDataQuota(api, "1", { volumeMb: -1, expiresAt, onExhaustion: "block" })],
  ["volumeMb", () => setDataQuota(api, "1", { volumeMb: Number.NaN, expiresAt, onExhaustion: "block" })],
  ["expiresAt", () => setDataQuota(api, "1", { volumeMb: 1, expiresAt: 0, onExhaustion: "block" })],
  ["onExhaustion", () => setDataQuota(api, "1", { volumeMb: 1, expiresAt, onExhaustion: { throttleTo: 5 as 64_000 } })],
  ["volume", () => setSmsQuota(api, "1", { volume: 1.5, expiresAt, thresholdPercentage: 1 })],
  ["thresholdPercentage", () => setSmsQuota(api, "1", { volume: 1, expiresAt, thresholdPercentage: 101 })],
  ["name", () => createServiceProfile(api, { name: "" })],
  ["dns", () => patchServiceProfile(api, "1", { dns: { id: -4 } })],
  ["patch", () => patchServiceProfile(api, "1", {})],
  ["url", () => createApiCallback(api, { url: "ftp://x", purpose: "p" })],
  ["callback.id", () => stream({ kind: "rest-api", callback: { id: 1.5 } })],
  ["callback.url", () => stream({ kind: "rest-api", callback: { id: 1, url: "nowhere" } })],
  ["callback.organisationId", () => stream({ kind: "rest-api", callback: { id: 1, organisationId: "ACME" } })],
  ["content", () => stream({ kind: "object-storage", role, target: "r/b" }, "events")],
  ["role", () => stream({ kind: "cloud-stream", role: "stream", target: "r/b" })],
  ["target", () => stream({ kind: "cloud-stream", role, target: "bucket" })],
  ["page", () => fetchPage(api, "sim", { page: 0.5 })],
  ["perPage", () => fetchPage(api, "sim", { page: 1, perPage: 1.5 })],
];

for (const [field, run] of rejections) {
  test(`names the field ${field} and sends nothing: ${String(run).slice(6, 90)}`, async () => {
    const error: unknown = await (async () => run())().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "invalid-input", details: { field } });
  });
}

test("rejects a second spelling of an endpoint ID", () => {
  expect(() => pathId("endpointId", "070001")).toThrow(expect.objectContaining({ code: "invalid-input" }));
  expect([pathId("endpointId", "0"), pathId("smsId", "012")]).toEqual(["0", "012"]);
});

test("encodes an id as one path segment", () => {
  expect([pathId("id", "70001"), pathId("id", "689d97ba"), pathId("id", "a%b:ü")]).toEqual([
    "70001",
    "689d97ba",
    "a%25b%3A%C3%BC",
  ]);
});
