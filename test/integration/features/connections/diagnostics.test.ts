/** The connection test with real sockets: each failure reports its hop and its reason. */
import { codedText } from "#shared/texts/coded-text.ts";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import tls from "node:tls";
import { afterEach, expect, test } from "vitest";
import type { Secret } from "#shared/contract/connections/connections.ts";
import type { Hop, HopResult } from "#shared/contract/diagnostics.ts";
import { createFakeConnectivity } from "../../../fakes/fake-connectivity.ts";
import { httpAnswer, jsonAnswer, startOddService } from "../../../fakes/odd-service.ts";
import {
  expiredCertificate,
  filterAuthority,
  filteredCertificate,
  filteredKey,
  localhostCertificate,
  localhostKey,
} from "../../../make/certificate.ts";
import { openCore, type Core, type CoreOptions } from "../../../make/core.ts";

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A program without a connection. */
const start = (options: Pick<CoreOptions, "simulator" | "faults" | "hosts"> = {}): Promise<Core> =>
  openCore({ simulator: { endpoints: 5 }, ...options, connection: false });

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const startHttps = (cert: string, key: string): Promise<number> =>
  listen(createHttpsServer({ cert, key }, (_request, response) => response.writeHead(401).end("{}")));

/** "hop result code", one per line; the code where there is one. */
const briefly = (hops: readonly HopResult[]): string[] =>
  hops.map(({ hop, result, code }) => [hop, result, code].filter((word) => word !== undefined).join(" "));

/** The hop where the test ended. */
const end = (hops: readonly HopResult[]): Pick<HopResult, "hop" | "code" | "message"> | undefined => {
  const failed = hops.find(({ result }) => result === "failed");
  return failed === undefined ? undefined : { hop: failed.hop, code: failed.code, message: failed.message };
};

const hopsAfter = (hop: Hop, hops: readonly HopResult[]): HopResult[] =>
  hops.slice(hops.findIndex((one) => one.hop === hop) + 1);

test("reports every hop of a working path, and how the service accepts the token", async () => {
  await using core = await start({ simulator: { endpoints: 5, accept: { separator: "space" } } });
  const { client, simulator: service } = core;
  const secret = { applicationToken: service.applicationToken };
  const { works, hops } = await client.diagnostics.testConnection({ baseUrl: service.baseUrl, secret });
  expect(works).toBe(true);
  expect(briefly(hops)).toEqual([
    "address ok",
    "proxy ok",
    "name ok",
    "tcp ok",
    "certificate skipped",
    "http ok",
    "sign-in ok",
    "separator ok",
    "first-call ok",
  ]);
  expect(hops.slice(-2).map(({ message }) => message)).toEqual([
    codedText("test-separator-space"),
    codedText("test-list-read", { count: 1 }),
  ]);
  expect((await client.connections.list({})).connections).toEqual([]);
});

test("without credentials the test ends before the sign-in, and the tested hops work", async () => {
  await using core = await start();
  const { client, simulator: service } = core;
  const { works, hops } = await client.diagnostics.testConnection({ baseUrl: service.baseUrl });
  expect(works).toBe(true);
  expect(briefly(hops).slice(-4)).toEqual(["http ok", "sign-in skipped", "separator skipped", "first-call skipped"]);
});

test.each([
  ["no address", "cdn.example.net", "address", "invalid-url"],
  ["an unknown host name", "https://nowhere.invalid", "name", /^dns-/],
])("%s ends the test there", async (_case, baseUrl, hop, code) => {
  await using core = await start();
  const { client } = core;
  const { works, hops } = await client.diagnostics.testConnection({ baseUrl });
  expect(works).toBe(false);
  expect(end(hops)).toMatchObject({ hop, code: typeof code === "string" ? code : expect.stringMatching(code) });
  expect(new Set(hopsAfter(hop as Hop, hops).map(({ result }) => result))).toEqual(new Set(["skipped"]));
});

test("a port without a server ends the test at the connection", async () => {
  await using core = await start();
  const { client } = core;
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { hops } = await client.diagnostics.testConnection({ baseUrl: `http://127.0.0.1:${port}` });
  expect(end(hops)).toEqual({
    hop: "tcp",
    code: "connection-refused",
    message: codedText("test-connection-refused", { place: `127.0.0.1:${port}` }),
  });
});

test("distinguishes a self-signed certificate, one of an intercepting proxy, and a port without TLS", async () => {
  await using core = await start();
  const { client } = core;
  const walk = async (port: number): Promise<ReturnType<typeof end>> =>
    end((await client.diagnostics.testConnection({ baseUrl: `https://localhost:${port}` })).hops);
  expect(await walk(await startHttps(localhostCertificate, localhostKey))).toMatchObject({
    hop: "certificate",
    code: "certificate-self-signed",
  });
  expect(await walk(await startHttps(filteredCertificate, filteredKey))).toMatchObject({
    hop: "certificate",
    code: "certificate-untrusted-issuer",
    message: { params: { issuer: "Filter of this network" } },
  });
  const plainServer = await listen(createServer((socket) => socket.once("data", () => socket.end(httpAnswer(400)))));
  expect(await walk(plainServer)).toMatchObject({ hop: "certificate", code: "not-tls" });
});

test("with a trusted issuer, a certificate is valid, expired, or for another name", async () => {
  const before = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...before, filterAuthority]);
  open.push(() => Promise.resolve(tls.setDefaultCACertificates(before)));
  await using core = await start();
  const { client } = core;
  const hopOf = async (baseUrl: string): Promise<HopResult | undefined> =>
    (await client.diagnostics.testConnection({ baseUrl })).hops.find(({ hop }) => hop === "certificate");
  const good = await startHttps(filteredCertificate, filteredKey);
  expect(await hopOf(`https://localhost:${good}`)).toMatchObject({
    result: "ok",
    message: codedText("test-certificate-trusted", {
      host: "localhost",
      issuer: "Filter of this network",
      until: "2119-01-01",
    }),
  });
  expect(await hopOf(`https://127.0.0.1:${good}`)).toMatchObject({ code: "certificate-other-name" });
  const ended = await startHttps(expiredCertificate, filteredKey);
  expect(await hopOf(`https://localhost:${ended}`)).toMatchObject({ code: "certificate-expired" });
});

test.each([
  ["asks for a sign-in", "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "proxy-sign-in"],
  ["rejects the tunnel", "HTTP/1.1 403 Forbidden\r\n\r\n", "proxy-refused"],
  ["does not speak HTTP", "SSH-2.0-OpenSSH\r\n\r\n", "proxy-no-proxy"],
])("a proxy that %s ends the test at the proxy, and its password is not reported", async (_case, answer, code) => {
  const port = await listen(createServer((socket) => socket.once("data", () => socket.end(answer))));
  const proxy = { resolve: () => Promise.resolve(`http://me:s3cret-word@127.0.0.1:${port}`) };
  await using core = await start({ hosts: { proxy } });
  const { client, log } = core;
  const { hops } = await client.diagnostics.testConnection({ baseUrl: "https://cdn.example.net" });
  expect(end(hops)).toMatchObject({ hop: "proxy", code });
  expect(JSON.stringify(hops) + log.text()).not.toContain("s3cret-word");
});

test("distinguishes a missing proxy from a missing service", async () => {
  const proxy = { resolve: () => Promise.resolve("http://127.0.0.1:1") };
  await using core = await start({ hosts: { proxy } });
  const { client } = core;
  const { hops } = await client.diagnostics.testConnection({ baseUrl: "https://cdn.example.net" });
  expect(end(hops)).toMatchObject({ hop: "proxy", code: "proxy-unreachable" });
});

test.each([
  [
    "the sign-in page of a network",
    httpAnswer(200, { "content-type": "text/html" }, "<html>Welcome</html>"),
    "captive-portal",
  ],
  ["a redirect", "HTTP/1.1 302 Found\r\nlocation: http://portal.example/in\r\ncontent-length: 0\r\n\r\n", "redirected"],
  ["another web server", httpAnswer(404, { "content-type": "text/html" }, "<html>No such page</html>"), "web-page"],
  ["another API", jsonAnswer(404, {}), "not-the-service"],
])("%s ends the test at the response, and no secret is sent there", async (_case, answer, code) => {
  const odd = await startOddService((_request, socket) => socket.end(answer));
  open.push(() => odd.close());
  await using core = await start();
  const { client } = core;
  const secret = { applicationToken: "token-of-mine" };
  const { hops } = await client.diagnostics.testConnection({ baseUrl: odd.baseUrl, secret });
  expect(end(hops)).toMatchObject({ hop: "http", code });
  expect(JSON.stringify(odd.seen)).not.toContain("token-of-mine");
});

test("a service with an internal failure ends the test at the first call", async () => {
  await using core = await start({ faults: [{ kind: "error-before", on: "endpoint.list", rate: 1 }] });
  const { client, simulator: service } = core;
  const secret = { applicationToken: service.applicationToken };
  const { works, hops } = await client.diagnostics.testConnection({ baseUrl: service.baseUrl, secret });
  expect([works, ...briefly(hops).slice(-3)]).toEqual([
    false,
    "sign-in ok",
    "separator warning separator-unclear",
    "first-call failed http-500",
  ]);
});

const page = "<!doctype html><title>502</title>";
test.each([
  ["400", jsonAnswer(400, { error_code: 1000 }), "service-1000"],
  ["404", httpAnswer(404), "http-404"],
  ["409", httpAnswer(409), "http-409"],
  ["422", jsonAnswer(422, { message: "No." }), "http-422"],
  ["429", httpAnswer(429), "throttled"],
  ["503", httpAnswer(503), "http-503"],
  ["a page with 502", httpAnswer(502, {}, page), "http-502"],
  ["a page with 200", httpAnswer(200, {}, page), "unexpected-answer"],
  ["an empty body", httpAnswer(200), "unexpected-answer"],
  ["no content", "HTTP/1.1 204 No Content\r\n\r\n", "unexpected-answer"],
  ["an object", jsonAnswer(200, {}), "unexpected-answer"],
  ["a body that was cut off", httpAnswer(200, { "content-length": "64" }, "["), "answer-truncated"],
])("a first call with %s as response fails", async (_case, answer, code) => {
  const odd = await startOddService(({ path, headers }, socket) => {
    if (path.endsWith("/authenticate")) socket.write(jsonAnswer(200, { auth_token: "a.b.c" }));
    else if (headers["authorization"] === undefined) socket.write(jsonAnswer(401, {}));
    else socket.end(answer);
  });
  open.push(() => odd.close());
  await using core = await start();
  const secret = { applicationToken: "token-of-mine" };
  const { works, hops } = await core.client.diagnostics.testConnection({ baseUrl: odd.baseUrl, secret });
  expect([works, end(hops)]).toMatchObject([false, { hop: "first-call", code }]);
});

test("an incorrect secret costs one call, is not repeated, and is in no result and no log line", async () => {
  await using core = await start();
  const { client, log, simulator: service } = core;
  const secret: Secret = { username: service.username, password: "wrong-password", portal: false };
  const { works, hops } = await client.diagnostics.testConnection({ baseUrl: service.baseUrl, secret });
  expect(works).toBe(false);
  expect(end(hops)).toMatchObject({ hop: "sign-in", code: "sign-in-refused" });
  expect(await core.requests("authenticate")).toBe(1);
  expect(JSON.stringify(hops) + log.text()).not.toContain("wrong-password");
});

test("a blocked account is not tried at all", async () => {
  await using core = await start();
  const { client, simulator: service } = core;
  const secret: Secret = { username: service.username, password: "wrong-password", portal: false };
  const walk = async (): Promise<ReturnType<typeof end>> =>
    end((await client.diagnostics.testConnection({ baseUrl: service.baseUrl, secret })).hops);
  for (let attempt = 0; attempt < 3; attempt += 1) await walk();
  expect(await walk()).toMatchObject({ code: "locked-out" });
  const before = service.ledger().length;
  expect(await walk()).toMatchObject({ hop: "sign-in", code: "locked-out" });
  expect([before, await core.requests("authenticate")]).toEqual([0, 4]);
});

test("a connection is tested with its session, and its token goes to no other address", async () => {
  const other = await startOddService((_request, socket) => socket.end(jsonAnswer(401, {})));
  open.push(() => other.close());
  await using core = await start();
  const { client, simulator: service } = core;
  await core.connect("practice");
  const good = await client.diagnostics.testConnection({ baseUrl: service.baseUrl, connection: "practice" });
  expect(briefly(good.hops).slice(-3)).toEqual(["sign-in ok", "separator ok", "first-call ok"]);
  const { hops } = await client.diagnostics.testConnection({ baseUrl: other.baseUrl, connection: "practice" });
  expect(end(hops)).toMatchObject({ hop: "sign-in", code: "other-address" });
  expect(other.seen.map(({ headers }) => headers["authorization"])).toEqual([undefined]);
});

test("tests nothing without a network", async () => {
  await using core = await start({ hosts: { connectivity: createFakeConnectivity(false) } });
  const { client } = core;
  const { hops } = await client.diagnostics.testConnection({ baseUrl: "https://cdn.example.net" });
  expect(end(hops)).toMatchObject({ hop: "proxy", code: "offline" });
});

test("a service that never responds ends at the time limit, and a caller that cancels ends the test", async () => {
  const odd = await startOddService(() => undefined);
  open.push(() => odd.close());
  await using core = await start();
  const { client } = core;
  const caller = new AbortController();
  const walk = client.diagnostics.testConnection({ baseUrl: odd.baseUrl }, caller.signal);
  await expect.poll(() => odd.seen.length).toBe(1);
  caller.abort();
  await expect(walk).rejects.toMatchObject({ code: "aborted" });
});

test("about reports version and paths", async () => {
  await using core = await start();
  const { client } = core;
  expect(await client.diagnostics.about({})).toMatchObject({ version: "0.0.0", dataDir: core.dataDir });
});
