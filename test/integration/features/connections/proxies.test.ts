/** Connections through real proxies, to the simulator with and without TLS; nothing is sent where the proxy does not let it through. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer, connect, type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, onTestFinished, test } from "vitest";
import type { ProxyResolver } from "../../../../main/core/hosts.ts";
import { createDecidedKeychain, createMemoryKeychain } from "../../../../main/platform/node/keychain-choice.ts";
import { trustExtraCertificates } from "../../../../main/platform/node/tls-environment.ts";
import { createTransport } from "../../../../main/core/api/transport.ts";
import { createSystemClock } from "../../../../main/platform/node/clock.ts";
import { startSimulator } from "../../../../main/simulator/simulator.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { type FakeProxy, type FakeProxyOptions, startFakeProxy } from "../../../fakes/fake-proxy.ts";
import { fixedProxy } from "../../../make/api-client.ts";
import { filterAuthority, filteredCertificate, filteredKey } from "../../../make/certificate.ts";
import { createCommandLine } from "../../../make/command-line.ts";
import { type Core, openCore } from "../../../make/core.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();

async function startProxy(options: FakeProxyOptions = {}): Promise<FakeProxy> {
  const proxy = await startFakeProxy(options);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

/** A program without a connection, whose network requires this proxy. */
const start = (proxy: ProxyResolver): Promise<Core> =>
  openCore({
    simulator: { endpoints: 5 },
    connection: false,
    hosts: { proxy, keychain: createDecidedKeychain(createMemoryKeychain()) },
  });

/** TLS in front of the simulator; returns its port. */
async function startTls(target: string): Promise<number> {
  const { port } = new URL(target);
  const server = tls.createServer({ cert: filteredCertificate, key: filteredKey }, (socket) => {
    const onward = connect({ host: "127.0.0.1", port: Number(port) });
    socket.on("error", () => onward.destroy()).pipe(onward);
    onward.on("error", () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Saves the authority as the file of an operator, and reads it as the program does at its start. */
function trustAuthority(): void {
  const dataDir = folder.path("trusted");
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "certificates.pem"), filterAuthority);
  const before = tls.getCACertificates("default");
  onTestFinished(() => tls.setDefaultCACertificates(before));
  trustExtraCertificates({ dataDir, variables: {}, clock: createSystemClock(), log: createFakeLog() });
}

const secretOf = ({ simulator }: Core): { readonly applicationToken: string } => ({
  applicationToken: simulator.applicationToken,
});

test("a service without TLS is reached in absolute form, also by the command line with --proxy", async () => {
  const proxy = await startProxy();
  await using core = await start(fixedProxy(proxy.url));
  const { baseUrl } = core.simulator;
  await core.client.connections.connect({ name: "work", baseUrl, secret: secretOf(core) });
  expect(await core.sync("endpoint")).toMatchObject({ reports: [{ state: "complete" }] });
  expect(proxy.seen[0]).toBe(`POST ${baseUrl}/api/v1/authenticate`);
  const seen = proxy.seen.length;
  const line = createCommandLine(folder.path("line"));
  const args = ["connection", "create", "work", "--base-url", baseUrl, "--proxy", proxy.url];
  const { code } = await line.run(args, {
    stdin: JSON.stringify({ application_token: core.simulator.applicationToken }),
  });
  expect([code, proxy.seen.length > seen]).toEqual([0, true]);
  const direct = await line.run(["check", "endpoint", "--proxy", "direct"], {
    variables: { HTTP_PROXY: "http://127.0.0.1:9" },
  });
  expect(direct.err).not.toContain("proxy");
});

test("a service with TLS is reached through a tunnel; the proxy sees neither path nor token", async () => {
  trustAuthority();
  const proxy = await startProxy();
  await using core = await start(fixedProxy(proxy.url));
  const port = await startTls(core.simulator.baseUrl);
  const baseUrl = `https://localhost:${port}`;
  await core.client.connections.connect({ name: "work", baseUrl, secret: secretOf(core) });
  expect(await core.sync("endpoint")).toMatchObject({ reports: [{ state: "complete" }] });
  expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT localhost:${port}`]));
});

test.each(["with", "without"])(
  "a proxy that requires a sign-in, %s TLS: asks, keeps it in the keychain, and goes on",
  async (kind) => {
    trustAuthority();
    const signIn = "ada:p@ss:wörd/%";
    const proxy = await startProxy({ signIn });
    const keychain = createDecidedKeychain(createMemoryKeychain());
    await using core = await openCore({
      simulator: { endpoints: 5 },
      connection: false,
      hosts: { proxy: fixedProxy(proxy.url), keychain },
    });
    const name = new URL(proxy.url).host;
    const baseUrl =
      kind === "with" ? `https://localhost:${await startTls(core.simulator.baseUrl)}` : core.simulator.baseUrl;
    const changes: unknown[] = [];
    core.app.on("proxy.changed", (change) => void changes.push(change));
    const connecting = (): Promise<unknown> =>
      core.client.connections.connect({ name: "work", baseUrl, secret: secretOf(core) });
    await expect(connecting()).rejects.toMatchObject({
      code: "proxy-sign-in",
      text: codedText("proxy-sign-in-required", { proxy: name }),
    });
    expect(core.simulator.ledger()).toEqual([]);
    expect((await core.client.proxy.list({})).proxies).toEqual([{ proxy: name, rejected: true }]);
    await core.client.proxy.signIn({ proxy: name, username: "ada", password: "wrong-password" });
    await expect(connecting()).rejects.toMatchObject({ code: "proxy-sign-in" });
    await core.client.proxy.signIn({ proxy: proxy.url, username: "ada", password: "p@ss:wörd/%" });
    await connecting();
    expect((await core.client.proxy.list({})).proxies).toEqual([{ proxy: name, username: "ada", rejected: false }]);
    const { hops } = await core.client.diagnostics.testConnection({ baseUrl });
    expect(hops[1]).toMatchObject({ hop: "proxy", result: "ok" });
    expect(changes).toEqual([true, false, true, false].map((rejected) => ({ proxy: name, rejected })));
    expect(JSON.parse((await keychain.get(`proxy/${name}`)) ?? "")).toEqual({
      username: "ada",
      password: "p@ss:wörd/%",
    });
    expect(core.log.text() + JSON.stringify(hops)).not.toMatch(/wrong-password|p@ss|p%40ss/);
    await core.client.proxy.signOut({ proxy: name });
    expect(await keychain.get(`proxy/${name}`)).toBeUndefined();
  },
);

test("a running connection uses another proxy as soon as the network has another one", async () => {
  const first = await startProxy();
  const second = await startProxy();
  let now = first.url;
  await using core = await start({ resolve: () => Promise.resolve(now) });
  await core.client.connections.connect({ name: "work", baseUrl: core.simulator.baseUrl, secret: secretOf(core) });
  await core.sync("endpoint");
  expect(second.seen).toEqual([]);
  const before = first.seen.length;
  now = second.url;
  await core.sync("endpoint");
  expect([first.seen.length, second.seen.length > 0]).toEqual([before, true]);
});

test("a proxy that is down is named, and nothing was sent", async () => {
  const closed = createPlainServer();
  await new Promise<void>((resolve) => {
    closed.listen(0, "127.0.0.1", resolve);
  });
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await using core = await start(fixedProxy(`http://ada:hidden@127.0.0.1:${port}`));
  const { baseUrl } = core.simulator;
  await expect(
    core.client.connections.connect({ name: "work", baseUrl, secret: secretOf(core) }),
  ).rejects.toMatchObject({
    code: "connection-refused",
    text: codedText("proxy-unreachable", { proxy: `127.0.0.1:${port}`, reason: "ECONNREFUSED" }),
  });
});

test("a proxy that never opens the tunnel times out like a connection that does not open", async () => {
  const proxy = await startProxy({ silent: true });
  const transport = createTransport({
    baseUrl: "https://service.example",
    clock: createSystemClock(),
    log: createFakeLog(),
    proxy: fixedProxy(proxy.url),
    timeouts: { connectMs: 50 },
  });
  onTestFinished(() => transport.close());
  const result = await transport.exchange({ method: "GET", path: "/", headers: [] });
  expect(result).toMatchObject({ kind: "lost", started: false, error: { code: "UND_ERR_HEADERS_TIMEOUT" } });
  expect(proxy.seen).toEqual(["CONNECT service.example:443"]);
});

test("an unusable proxy address is reported, and nothing is sent directly", async () => {
  await using core = await start(fixedProxy("ftp://proxy.example"));
  const { baseUrl } = core.simulator;
  await expect(
    core.client.connections.connect({ name: "work", baseUrl, secret: secretOf(core) }),
  ).rejects.toMatchObject({
    code: "invalid-proxy",
  });
  expect(await core.requests("authenticate")).toBe(0);
});

test("the command line accepts no password in --proxy, and reads the sign-in from standard input", async () => {
  const proxy = await startProxy({ signIn: "ada:hidden-proxy" });
  const service = await startSimulator({ endpoints: 3 });
  onTestFinished(() => service.close());
  const line = createCommandLine(folder.path("signs-in"));
  const { host } = new URL(proxy.url);
  const withPassword = await line.run(["connection", "list", "--proxy", `http://ada:hidden-proxy@${host}`]);
  expect(withPassword.code).toBe(2);
  const malformed = await line.run(["connection", "list", "--proxy", `ftp://ada:hidden-proxy@${host}`]);
  expect([malformed.code, malformed.err]).toEqual([2, expect.not.stringContaining("hidden-proxy")]);
  const args = ["connection", "create", "work", "--base-url", service.baseUrl, "--proxy", proxy.url, "--verbose"];
  const stdin = JSON.stringify({ application_token: service.applicationToken });
  const rejected = await line.run(args, { stdin });
  expect([rejected.code, rejected.err]).toEqual([3, expect.stringContaining("fleetdesk proxy sign-in")]);
  const signIn = JSON.stringify({ username: "ada", password: "hidden-proxy" });
  expect(await line.run(["proxy", "sign-in", host], { stdin: signIn })).toMatchObject({ code: 0 });
  const created = await line.run(args, { stdin });
  expect(created.code).toBe(0);
  const listed = await line.run(["proxy", "list", "--json", "--proxy", proxy.url]);
  expect(listed.json()).toMatchObject({ items: [{ proxy: host, username: "ada", rejected: false }] });
  for (const { out, err } of [withPassword, rejected, created, listed]) expect(out + err).not.toContain("hidden-proxy");
});

const hasIpv6 = Object.values(networkInterfaces()).some(
  (all) => all?.some(({ address }) => address === "::1") === true,
);

test.runIf(hasIpv6)("a service and a proxy on ::1 work like any other", async () => {
  const service = await startSimulator({ endpoints: 5, host: "::1" });
  onTestFinished(() => service.close());
  const proxy = await startProxy({ host: "::1" });
  const { applicationToken, baseUrl } = service;
  for (const resolver of [{ resolve: () => Promise.resolve(undefined) }, fixedProxy(proxy.url)]) {
    await using core = await start(resolver);
    await core.client.connections.connect({ name: "six", baseUrl, secret: { applicationToken } });
    expect(await core.sync("endpoint")).toMatchObject({ reports: [{ state: "complete" }] });
    const { works, hops } = await core.client.diagnostics.testConnection({ baseUrl, secret: { applicationToken } });
    expect([works, hops.filter(({ result }) => result === "failed")]).toEqual([true, []]);
  }
  expect(proxy.seen).toContain(`POST ${baseUrl}/api/v1/authenticate`);
});
if (!hasIpv6) process.stderr.write("This computer has no ::1, so IPv6 was not tested.\n");

test("a SOCKS proxy gets the sign-in as it was entered; it carries the request, or its rejection is reported", async () => {
  const signIns: string[] = [];
  const server = createPlainServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => {
      socket.write(Buffer.from([5, 2]));
      socket.once("data", (sent: Buffer) => {
        const end = 2 + (sent[1] ?? 0);
        signIns.push(`${sent.subarray(2, end).toString()} ${sent.subarray(end + 1).toString()}`);
        const isFirst = signIns.length === 1;
        socket.write(Buffer.from([1, isFirst ? 1 : 0]));
        if (isFirst) return;
        socket.once("data", () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
          socket.once("data", () => socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"));
        });
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `socks5://${encodeURIComponent("anna@a.example")}:${encodeURIComponent("50%: ü")}@127.0.0.1:${port}`;
  const rejected: string[] = [];
  const transport = createTransport({
    baseUrl: "http://service.example",
    clock: createSystemClock(),
    log: createFakeLog(),
    proxy: { ...fixedProxy(url), rejected: (proxyUrl) => void rejected.push(proxyUrl) },
  });
  onTestFinished(() => transport.close());
  const get = async (): Promise<unknown> => await transport.exchange({ method: "GET", path: "/", headers: [] });
  const results = [await get(), await get()];
  expect(results).toMatchObject([
    { kind: "lost", started: false },
    { kind: "answer", status: 204 },
  ]);
  expect({ signIns, rejected }).toEqual({
    signIns: ["anna@a.example 50%: ü", "anna@a.example 50%: ü"],
    rejected: [url],
  });
});
