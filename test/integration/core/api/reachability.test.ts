/** Certificates, host names and proxies: which hop failed, and that nothing was sent. */
import { codedText } from "#shared/texts/coded-text.ts";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { listDns } from "../../../../main/core/api/dns.ts";
import { sendSms } from "../../../../main/core/api/sms.ts";
import { httpAnswer, jsonAnswer, startOddService } from "../../../fakes/odd-service.ts";
import { fixedProxy, makeApiClient } from "../../../make/api-client.ts";
import { localhostCertificate, localhostKey } from "../../../make/certificate.ts";
import { recordsOf } from "../../../make/records-of.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return (server.address() as AddressInfo).port;
}

function startHttps(): Promise<number> {
  const server = createHttpsServer({ key: localhostKey, cert: localhostCertificate }, (_request, response) => {
    response.setHeader("connection", "close").end("[]");
  });
  return listen(server);
}

const draft = { sourceAddress: "1", payload: "x" };

test("rejects an untrusted certificate before anything is sent", async () => {
  const api = makeApiClient(`https://localhost:${await startHttps()}`);
  open.push(api);
  expect(await sendSms(api, "1", draft)).toEqual({
    kind: "not-sent",
    cause: "offline",
    code: "tls-refused",
    message: codedText("tls-untrusted", { host: "localhost", reason: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
  });
});

test("trusts a certificate of NODE_EXTRA_CA_CERTS", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fleetdesk-ca-"));
  open.push({ close: () => rm(folder, { recursive: true }) });
  const file = join(folder, "ca.pem");
  await writeFile(file, localhostCertificate);
  const script = `
    import { makeApiClient } from ${JSON.stringify(new URL("../../../make/api-client.ts", import.meta.url).href)};
    import { listDns } from ${JSON.stringify(new URL("../../../../main/core/api/dns.ts", import.meta.url).href)};
    const api = makeApiClient("https://localhost:${await startHttps()}");
    console.log(JSON.stringify(await listDns(api)));
    await api.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
  });
  expect(stdout.trim()).toBe('{"items":[]}');
});

test("no environment variable disables the certificate check", async () => {
  const service = await startHttps();
  const proxied: string[] = [];
  const proxy = createHttpsServer({ key: localhostKey, cert: localhostCertificate });
  proxy.on("connect", (request) => void proxied.push(request.url ?? ""));
  const proxyPort = await listen(proxy);
  const script = `
    import { fixedProxy, makeApiClient } from ${JSON.stringify(new URL("../../../make/api-client.ts", import.meta.url).href)};
    import { sendSms } from ${JSON.stringify(new URL("../../../../main/core/api/sms.ts", import.meta.url).href)};
    const direct = makeApiClient("https://localhost:${service}");
    const through = makeApiClient("http://192.0.2.1", { proxy: fixedProxy("https://localhost:${proxyPort}") });
    for (const api of [direct, through]) {
      console.log((await sendSms(api, "1", { sourceAddress: "1", payload: "x" })).code);
      await api.close();
    }`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: "0" },
  });
  expect([stdout.trim().split("\n"), proxied]).toEqual([["tls-refused", "tls-refused"], []]);
});

test("reports a service that does not speak TLS", async () => {
  const plainServer = createServer((socket) => {
    socket.on("error", () => undefined).resume();
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  const api = makeApiClient(`https://localhost:${await listen(plainServer)}`);
  open.push(api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "not-sent", cause: "offline", code: "tls-refused" });
});

test("reaches a service without TLS through a proxy, with the separator's byte unchanged", async () => {
  const proxy = await startOddService((_request, socket) => socket.write(jsonAnswer(200, [{ id: 1 }])));
  const api = makeApiClient("http://service.example", { proxy: fixedProxy(`http://localhost:${proxy.port}`) });
  open.push(proxy, api);
  expect(recordsOf(await listDns(api))).toEqual([{ id: 1 }]);
  expect(proxy.seen[0]).toMatchObject({
    method: "GET",
    path: "http://service.example/api/v1/dns",
    headers: { host: "service.example", authorization: "Bearer\u00a0TOKEN" },
  });
});

test("requests a tunnel to a service with TLS, and names a proxy that rejects it", async () => {
  const proxy = await startOddService((_request, socket) => socket.write(httpAnswer(403)));
  const api = makeApiClient("https://service.example", { proxy: fixedProxy(`http://localhost:${proxy.port}`) });
  open.push(proxy, api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "not-sent", cause: "offline", code: "proxy-failed" });
  expect(proxy.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["CONNECT service.example:443"]);
});

test("names a proxy that requires a sign-in", async () => {
  const proxy = await startOddService((_request, socket) => socket.write(httpAnswer(407)));
  const api = makeApiClient("http://service.example", { proxy: fixedProxy(`http://localhost:${proxy.port}`) });
  open.push(proxy, api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "not-sent", cause: "offline", code: "proxy-sign-in" });
});

test("the outcome is unknown when a proxy closes the connection after a request", async () => {
  const proxy = await startOddService((_request, socket) => socket.resetAndDestroy());
  const api = makeApiClient("http://service.example", { proxy: fixedProxy(`http://localhost:${proxy.port}`) });
  open.push(proxy, api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "unknown" });
});

test("a proxy that does not listen is a refused connection", async () => {
  const stopped = await startOddService(() => undefined);
  await stopped.close();
  const api = makeApiClient("https://service.example", { proxy: fixedProxy(`http://localhost:${stopped.port}`) });
  open.push(api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "not-sent", cause: "offline" });
});
