/** The audit of a whole core against the simulator: what is recorded when, and what never is. */
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { createFastClock } from "../../../fakes/fast-clock.ts";
import { bucketForm } from "../../../make/stream-forms.ts";
import { createOutFiles } from "../../../../main/platform/node/files.ts";
import { createCommandLine } from "../../../make/command-line.ts";
import { openCore } from "../../../make/core.ts";
import { networkOptions } from "../../../make/network-options.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";
import { startSimulator } from "../../../../main/simulator/simulator.ts";

const folder = useScratchFolder();

const listOutcomes = async (client: FleetClient): Promise<readonly string[]> =>
  (await client.audit.list({})).items.map(({ operation, outcome }) => `${operation}: ${outcome}`);

const newest = async (client: FleetClient): Promise<AuditEntry | undefined> =>
  (await client.audit.list({ limit: 1 })).items[0];

test("an entry contains actor, action, target, time and the service's response", async () => {
  await using core = await openCore(networkOptions);
  await core.client.dns.create({ primary: "192.0.2.53", secondary: "198.51.100.53" });
  const entry = await newest(core.client);
  expect(entry).toMatchObject({
    kind: "change",
    outcome: "done",
    operation: formatText(codedText("create-dns")),
    connection: "practice",
    service: new URL(core.simulator.baseUrl).host,
    actor: { signIn: "application-token", organisation: { id: "4401" } },
    method: "POST",
    path: "/api/v1/dns",
    answer: { status: 201 },
  });
  const { fields, links } = await core.client.audit.get({ id: entry?.id ?? "" });
  expect(fields.map(({ field, after }) => [field, after])).toContainEqual(["primary", "192.0.2.53"]);
  expect(links).toHaveLength(2);
  expect(await core.client.audit.verify({})).toMatchObject({ sound: true, links: 3 });
});

test("a lost response is unknown, a rejection contains the service's message, and a request that never left is not sent", async () => {
  await using core = await openCore(networkOptions);
  core.setFaults({ kind: "reset-before", rate: 1, on: "dns.create" });
  await core.client.dns.create({ primary: "192.0.2.53", secondary: "198.51.100.53" });
  core.setFaults();
  await expect(core.client.dns.remove({ dns: "999" })).rejects.toThrow();
  expect(await newest(core.client)).toMatchObject({ outcome: "refused", answer: { status: 404 } });
  await core.closeService();
  await expect(core.client.dns.remove({ dns: "998" })).rejects.toThrow();
  expect((await listOutcomes(core.client)).slice(0, 3)).toEqual([
    `${formatText(codedText("delete-dns"))}: not-sent`,
    `${formatText(codedText("delete-dns"))}: refused`,
    `${formatText(codedText("create-dns"))}: unknown`,
  ]);
});

test("a creation with a lost response later contains what a read found, and stays one call", async () => {
  await using core = await openCore(networkOptions);
  core.setFaults(
    { kind: "reset-after", rate: 1, on: "stream.create" },
    { kind: "error-before", rate: 1, on: "stream.list" },
  );
  // The list could be read before, and cannot be read directly afterwards.
  await core.client.streams.refresh({}).catch(() => undefined);
  core.setFaults({ kind: "reset-after", rate: 1, on: "stream.create" });
  await core.client.streams.create({ form: bucketForm });
  const entry = await newest(core.client);
  expect(entry).toMatchObject({
    operation: formatText(codedText("create-stream")),
    outcome: "done",
    target: { kind: "data stream", id: "501" },
    answer: { code: expect.any(String) },
    resolution: { outcome: "done", created: "501", message: formatText(codedText("proved-by-list", { id: "501" })) },
  });
  expect(entry?.resolution?.at).toBeGreaterThan(0);
  const { links, chain } = await core.client.audit.get({ id: entry?.id ?? "" });
  expect(links.map(({ seq }) => seq)).toEqual(chain);
  expect(links.map((link) => (JSON.parse(link.entry) as { readonly type: string }).type)).toEqual([
    "asked",
    "answered",
    "settled",
  ]);
  expect((await core.client.audit.list({ outcome: ["unknown"] })).items).toEqual([]);
  expect((await core.client.audit.list({ target: { kind: "data stream", id: "501" } })).items).toHaveLength(1);
  expect(await core.client.audit.verify({})).toMatchObject({ sound: true });
});

test("a lost change that was not applied is recorded as such once a read or an operator resolves it", async () => {
  const clock = createFastClock(1);
  await using core = await openCore({ ...networkOptions, simulator: { endpoints: 3 }, clock });
  const lost = { kind: "reset-before", rate: 1 } as const;
  core.setFaults({ ...lost, on: ["stream.create", "dns.create", "profile.create", "callback.create"] });
  await core.client.streams.create({ form: bucketForm });
  await core.client.dns.create({ primary: "192.0.2.53", secondary: "198.51.100.53" });
  await core.client.profiles.create({ name: "meters" });
  await core.client.streams.createCallback({ url: "https://fleet.example.com/in", purpose: "Events" });
  const outcomes = async (): Promise<readonly string[]> =>
    (await core.client.audit.list({ kind: ["change"] })).items.map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  await core.client.streams.resolveCreation({ entry: 4, is: "not-created" });
  clock.pass(121_000);
  core.setFaults();
  await core.client.streams.refresh({});
  await core.client.dns.refresh({});
  await core.client.profiles.refresh({});
  expect(await outcomes()).toEqual(["not-done", "not-done", "not-done", "not-done"]);
  const { items } = await core.client.audit.list({ kind: ["change"] });
  const proofs = [
    "confirmed-not-created",
    "proved-not-created",
    "proved-not-created",
    "proved-not-created-later",
  ] as const;
  expect(items.map(({ resolution }) => resolution?.message)).toEqual(proofs.map((code) => formatText(codedText(code))));
  expect(await core.client.audit.verify({})).toMatchObject({ sound: true, links: 13 });
});

test("a sign-in contains the name of its connection from the first one on, also when it is rejected", async () => {
  await using core = await openCore(networkOptions);
  const { baseUrl } = core.simulator;
  const wrong = { applicationToken: "wrong" };
  await expect(core.client.connections.connect({ name: "second", baseUrl, secret: wrong })).rejects.toThrow();
  const { items } = await core.client.audit.list({ kind: ["sign-in"] });
  expect(items.map(({ connection, outcome }) => [connection, outcome])).toEqual([
    ["second", "refused"],
    ["practice", "done"],
  ]);
});

test("a created record is the target of its call", async () => {
  await using core = await openCore(networkOptions);
  const { id = "" } = await core.client.dns.create({ primary: "192.0.2.53", secondary: "198.51.100.53" });
  expect(await newest(core.client)).toMatchObject({ target: { kind: "DNS configuration", id }, chain: [2, 3] });
  expect((await core.client.audit.list({ target: { id } })).items).toHaveLength(1);
});

test("SMS are recorded one by one with their ids, and without their text", async () => {
  await using core = await openCore(networkOptions);
  for (const endpoint of ["70001", "70002"]) {
    await core.client.sms.send({ endpoint, from: "4911", text: "UNLOCK 8472" });
  }
  const { items } = await core.client.audit.list({ kind: ["message"] });
  expect(items.map(({ target, outcome }) => [target?.id, outcome])).toEqual([
    ["70002", "done"],
    ["70001", "done"],
  ]);
  expect(items[0]?.answer?.created).toMatch(/^\d+$/);
  const { after } = await core.client.audit.get({ id: items[0]?.id ?? "" });
  expect(after).toMatchObject({ from: "4911", characters: 11 });
});

test("entries of a deleted connection remain, with its name", async () => {
  await using core = await openCore(networkOptions);
  await core.client.dns.create({ primary: "192.0.2.53", secondary: "198.51.100.53" });
  await core.client.connections.delete({ connection: "practice" });
  expect((await core.client.audit.list({ connection: "practice" })).items).toHaveLength(2);
  expect(await core.client.audit.connections({})).toEqual({ names: ["practice"] });
});

test("no secret is in the database or in an export, wherever it was entered", async () => {
  const exported = folder.path("audit.jsonl");
  const files = createOutFiles(() => exported);
  await using core = await openCore({ ...networkOptions, simulator: { endpoints: 10 }, hosts: { files } });
  const { client, dataDir } = core;
  const { applicationToken, baseUrl, username, password } = core.simulator;
  await client.connections.connect({ name: "person", baseUrl, secret: { username, password } });
  const wrong = { username: "someone", password: "hidden-password-1" };
  await expect(client.connections.connect({ name: "other", baseUrl, secret: wrong })).rejects.toThrow();
  const hidden = { applicationToken: "hidden-token-2" };
  await expect(client.connections.connect({ name: "other", baseUrl, secret: hidden })).rejects.toThrow();
  const callback = { url: "https://fleet.example.com/hidden-path-3?key=hidden-key-4", purpose: "Events" };
  await client.streams.createCallback(callback);
  await client.sms.send({ endpoint: "70001", from: "4911", text: "hidden-text-5" });
  await client.audit.exportAs({ format: "jsonl" });
  const entries = JSON.stringify((await client.audit.list({ limit: 1000 })).items);
  expect(entries).toContain(formatText(codedText("create-callback")));
  await core.app.stop();

  const sha1 = createHash("sha1").update(password).digest("hex");
  const secrets = [applicationToken, password, sha1, "hidden-password-1", "hidden-token-2", "eyJ"];
  const database = readdirSync(dataDir)
    .filter((name) => name.startsWith("fleetdesk.db"))
    .map((name) => readFileSync(join(dataDir, name), "latin1"))
    .join("\n");
  const audit = readFileSync(exported, "utf8");
  expect(database).toContain("create-callback");
  expect(secrets.filter((secret) => database.includes(secret))).toEqual([]);
  // The register of callbacks and the ledger of messages store what they need; the audit does not.
  const own = [...secrets, "hidden-path-3", "hidden-key-4", "hidden-text-5"];
  expect(own.filter((secret) => audit.includes(secret) || entries.includes(secret))).toEqual([]);
});

test("a program that is killed between request and response leaves an entry and a change with an unknown outcome", async () => {
  const simulator = await startSimulator({ endpoints: 5 });
  onTestFinished(() => simulator.close());
  let arrived = (): void => undefined;
  const requestArrived = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // Forwards every request except the one write, which it never answers.
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "POST" && request.url === "/api/v1/dns") {
        arrived();
        return;
      }
      const { authorization, "content-type": type } = request.headers;
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const headers = {
        authorization,
        "content-type": type,
      };
      void passOn(
        `${simulator.baseUrl}${request.url}`,
        { method: request.method ?? "GET", headers, ...body },
        response,
      );
    });
  });
  await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const line = createCommandLine(folder.path("data"));
  const stdin = JSON.stringify({ application_token: simulator.applicationToken });
  await line.run(["connection", "create", "practice", "--base-url", baseUrl], { stdin });
  const running = line.start(["dns", "create", "192.0.2.53", "198.51.100.53"]);
  await requestArrived;
  running.child.kill("SIGKILL");
  await running.ended;
  const after = await line.run(["audit", "list", "--json"]);
  const [entry] = after.json<{ readonly items: readonly AuditEntry[] }>().items;
  expect(entry).toMatchObject({ operation: formatText(codedText("create-dns")), outcome: "unknown" });
  expect(entry).not.toHaveProperty("answer");
  const list = await line.run(["dns", "list", "--json"]);
  expect(list.json<{ readonly unresolved: readonly unknown[] }>().unresolved).toMatchObject([
    { kind: "create", primary: "192.0.2.53", secondary: "198.51.100.53" },
  ]);
  expect((await line.run(["audit", "verify"])).code).toBe(0);
});

async function passOn(url: string, init: RequestInit, response: ServerResponse): Promise<void> {
  const answer = await fetch(url, init);
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(await answer.text());
}
