import { expect, test } from "vitest";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { createProxy, firstProxy } from "../../../../main/platform/electron/proxy.ts";

test.each([
  ["DIRECT", undefined],
  ["PROXY proxy.corp:8080; DIRECT", "http://proxy.corp:8080"],
  ["HTTPS proxy.corp:443", "https://proxy.corp:443"],
  ["SOCKS5 a:1080;PROXY b:8080", "socks5://a:1080"],
  ["SOCKS a:1080", "socks5://a:1080"],
  ["QUIC a:1; PROXY b:2", "http://b:2"],
  ["", undefined],
  ["nonsense", undefined],
])("%s means %s", (answer, proxy) => {
  expect(firstProxy(answer)).toBe(proxy);
});

const session = { resolveProxy: () => Promise.resolve("PROXY system:1") };
const byEnvironment = { resolve: () => Promise.resolve("http://environment:2") };

test("Chromium decides when the environment sets nothing", async () => {
  const proxy = createProxy(session, createFakeClock(), { NO_PROXY: "*", HTTPS_PROXY: " " }, byEnvironment);
  expect(await proxy.resolve("https://a")).toBe("http://system:1");
});

test.each(["HTTPS_PROXY", "http_proxy", "ALL_PROXY"])("%s in the environment decides", async (name) => {
  const proxy = createProxy(session, createFakeClock(), { [name]: "http://x" }, byEnvironment);
  expect(await proxy.resolve("https://a")).toBe("http://environment:2");
});

test("a PAC script that never ends fails the request after the time limit of connecting", async () => {
  const clock = createFakeClock();
  const proxy = createProxy({ resolveProxy: () => new Promise(() => undefined) }, clock, {}, byEnvironment);
  const resolved = expect(proxy.resolve("https://a")).rejects.toMatchObject({ code: "connect-timeout" });
  await clock.advance(10_000);
  await resolved;
  expect(clock.waiting).toBe(0);
});
