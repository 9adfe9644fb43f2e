import { expect, test } from "vitest";
import { createProxyFromEnvironment } from "../../../../main/platform/node/proxy-env.ts";

const resolve = (url: string, variables: Record<string, string>): Promise<string | undefined> =>
  createProxyFromEnvironment(variables).resolve(url);

test.each([
  ["nothing is set", "https://a.net", {}, undefined],
  ["HTTPS_PROXY is set", "https://a.net", { HTTPS_PROXY: "http://p:8080" }, "http://p:8080"],
  ["it is written small", "https://a.net", { https_proxy: "http://p:8080" }, "http://p:8080"],
  ["it has no scheme", "https://a.net", { HTTPS_PROXY: "p:8080" }, "http://p:8080"],
  ["it is empty", "https://a.net", { HTTPS_PROXY: "" }, undefined],
  ["only the other scheme has one", "https://a.net", { HTTP_PROXY: "http://p" }, undefined],
  ["all schemes share one", "http://a.net", { ALL_PROXY: "http://p" }, "http://p"],
])("when %s", async (_case, url, variables, proxy) => {
  expect(await resolve(url, variables)).toBe(proxy);
});

test.each([
  ["*", "https://a.net", true],
  ["a.net", "https://a.net", true],
  ["a.net", "https://b.a.net", true],
  [".a.net", "https://b.a.net", true],
  ["*.a.net", "https://b.a.net", true],
  ["a.net", "https://ba.net", false],
  ["a.net:8443", "https://a.net:8443", true],
  ["a.net:8443", "https://a.net", false],
  ["localhost, 127.0.0.1", "http://127.0.0.1:9000", true],
  ["[::1]", "http://[::1]:9000", true],
  ["", "https://a.net", false],
])("NO_PROXY=%s for %s connects directly: %s", async (list, url, direct) => {
  const proxy = await resolve(url, { ALL_PROXY: "http://p", NO_PROXY: list });
  expect(proxy === undefined).toBe(direct);
});
