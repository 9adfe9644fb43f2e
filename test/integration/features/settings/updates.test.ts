/** Newer versions in a local feed with the lists that the packer writes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, onTestFinished, test } from "vitest";
import type { UpdateHost } from "../../../../main/core/hosts.ts";
import { isNewer } from "../../../../main/features/settings/updates.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { startFakeProxy } from "../../../fakes/fake-proxy.ts";
import { fixedProxy } from "../../../make/api-client.ts";
import { type Core, openCore } from "../../../make/core.ts";

interface Feed {
  readonly url: string;
  readonly requests: readonly string[];
}

/** `files`: by path; other paths do not exist. */
async function startFeed(files: Readonly<Record<string, string>>): Promise<Feed> {
  const requests: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    requests.push(url);
    const file = files[url];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fleetdesk/`, requests };
}

const listOf = (version: string): string =>
  `version: ${version}\nfiles:\n  - url: Fleetdesk-${version}-linux-x64.AppImage\n    sha512: AAAA\n    size: 5\npath: Fleetdesk-${version}-linux-x64.AppImage\nsha512: AAAA\nreleaseDate: '2031-01-02T00:00:00.000Z'\n`;

const host: UpdateHost = { platform: "linux", arch: "x64", inPlace: false };
const start = (updates: UpdateHost, options: Partial<Parameters<typeof openCore>[0]> = {}): Promise<Core> =>
  openCore({ simulator: { endpoints: 3 }, connection: false, ...options, hosts: { updates, ...options.hosts } });

test("a newer version is reported with the one that runs, through the proxy of the feed", async () => {
  const feed = await startFeed({ "/fleetdesk/latest-linux.yml": listOf("1.2.0") });
  await using proxy = await startFakeProxy();
  await using core = await start({ ...host, feed: feed.url }, { hosts: { proxy: fixedProxy(proxy.url) } });
  const { updates } = core.client;
  expect(await updates.get({})).toEqual({ current: "0.0.0", inPlace: false, state: "unknown" });
  expect(await updates.check({})).toMatchObject({ state: "available", version: "1.2.0" });
  expect(await updates.get({})).toMatchObject({ state: "available", version: "1.2.0" });
  expect(proxy.seen).toEqual([`GET ${feed.url}latest-linux.yml`]);
});

test.each<[UpdateHost["platform"], string, string]>([
  ["win32", "x64", "/fleetdesk/beta.yml"],
  ["darwin", "arm64", "/fleetdesk/beta-mac.yml"],
  ["linux", "arm64", "/fleetdesk/beta-linux-arm64.yml"],
])("the beta channel on %s %s reads %s; off reads nothing", async (platform, arch, path) => {
  const feed = await startFeed({ [path]: listOf("0.0.1-beta.2") });
  await using core = await start({ ...host, platform, arch, feed: feed.url });
  await core.client.settings.set({ updates: "beta" });
  expect(await core.client.updates.check({})).toMatchObject({ state: "available", version: "0.0.1-beta.2" });
  await core.client.settings.set({ updates: "off" });
  expect(await core.client.updates.check({})).toMatchObject({ state: "off" });
  expect(feed.requests).toEqual([path]);
});

test.each([undefined, "https://updates.fleetdesk.invalid/"])(
  "a build with the feed %s looks for nothing",
  async (feed) => {
    await using core = await start({ ...host, feed });
    expect(await core.client.updates.check({})).toMatchObject({ state: "no-feed" });
  },
);

test("a list that is missing, too large or no list is a failure, and never “latest”", async () => {
  const large = await startFeed({ "/fleetdesk/latest-linux.yml": `${"#".repeat(70_000)}\n${listOf("1.2.0")}` });
  const page = await startFeed({ "/fleetdesk/latest-linux.yml": "<html>Sign in</html>" });
  const missing = await startFeed({});
  const failures: unknown[] = [];
  for (const { url } of [large, page, missing]) {
    await using core = await start({ ...host, feed: url });
    await core.client.updates.check({}).catch((error: unknown) => failures.push(error));
    expect(await core.client.updates.get({})).toMatchObject({ state: "unknown" });
  }
  const address = (url: string): string => `${url}latest-linux.yml`;
  expect(failures).toMatchObject([
    { code: "update-feed-failed", text: codedText("update-feed-failed", { address: address(large.url), status: 200 }) },
    { code: "update-feed-failed", text: codedText("update-feed-failed", { address: address(page.url), status: 200 }) },
    {
      code: "update-feed-failed",
      text: codedText("update-feed-failed", { address: address(missing.url), status: 404 }),
    },
  ]);
});

test("a feed without TLS on another computer is not read", async () => {
  await using core = await start({ ...host, feed: "http://192.0.2.1/" });
  await expect(core.client.updates.check({})).rejects.toMatchObject({ code: "not-encrypted" });
});

test("a program that stays open looks once a day, and reports each version once", async () => {
  const feed = await startFeed({ "/fleetdesk/latest-linux.yml": listOf("1.2.0") });
  const clock = createFakeClock();
  await using core = await start({ ...host, feed: feed.url }, { clock, keepAlive: true });
  const versions: string[] = [];
  core.app.on("updates.available", ({ version }) => versions.push(version));
  await clock.advance(60_000);
  await expect.poll(() => versions).toEqual(["1.2.0"]);
  await expect
    .poll(async () => {
      await clock.advance(3_600_000);
      return feed.requests.length;
    })
    .toBe(2);
  expect(versions).toEqual(["1.2.0"]);
});

test.each([
  ["1.2.0", "1.1.9", true],
  ["1.10.0", "1.9.0", true],
  ["1.2.0", "1.2.0", false],
  ["1.2.0", "1.3.0", false],
  ["1.2.0", "1.2.0-beta.3", true],
  ["1.2.0-beta.10", "1.2.0-beta.9", true],
  ["1.2.0-beta.1", "1.2.0", false],
  ["1.2.0-beta.1", "1.2.0-alpha", true],
  ["1.2.0-beta", "1.2.0-beta.1", false],
])("%s is newer than %s: %s", (version, current, newer) => {
  expect(isNewer(version, current)).toBe(newer);
});
