/** electron-updater against a local feed with real files, as the program uses it: over Node's network. */
import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import electronUpdater from "electron-updater";
import { ElectronHttpExecutor } from "electron-updater/out/electronHttpExecutor.js";
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { canUpdateInPlace, installUpdate, type Updater } from "../../../../main/platform/electron/updater.ts";
import { startFakeProxy } from "../../../fakes/fake-proxy.ts";
import { filterAuthority, filteredCertificate, filteredKey } from "../../../make/certificate.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const content = "#!/bin/sh\necho newer\n";
const former = process.env["APPIMAGE"];
afterEach(() => {
  if (former === undefined) delete process.env["APPIMAGE"];
  else process.env["APPIMAGE"] = former;
});

/** A feed with one AppImage of version `version`, whose hash in the list is that of `listed`. */
async function startFeed(version: string, listed = content, encrypted = false): Promise<string> {
  const sha512 = createHash("sha512").update(listed).digest("base64");
  const file = `Fleetdesk-${version}-linux-x64.AppImage`;
  const size = Buffer.byteLength(content);
  const list = `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${size}\npath: ${file}\nsha512: ${sha512}\nreleaseDate: '2031-01-02T00:00:00.000Z'\n`;
  const serve: RequestListener = ({ url = "" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    if (/^\/latest-linux(-arm64)?\.yml$/.test(pathname)) response.end(list);
    else if (pathname === `/${file}`) response.end(content);
    else response.writeHead(404).end();
  };
  const server = encrypted
    ? createHttpsServer({ cert: filteredCertificate, key: filteredKey }, serve)
    : createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return encrypted ? `https://localhost:${port}/` : `http://127.0.0.1:${port}/`;
}

interface Trial {
  readonly updater: Updater;
  readonly did: string[];
  readonly cache: string;
  readonly install: (feed: string, sending?: () => boolean, proxyUrl?: string) => Promise<void>;
}

function tryOut(): Trial {
  const cache = folder.path("cache");
  const configuration = folder.path("app-update.yml");
  mkdirSync(cache, { recursive: true });
  writeFileSync(configuration, "provider: generic\nurl: http://localhost/\nupdaterCacheDirName: fleetdesk-updater\n");
  process.env["APPIMAGE"] = folder.path("Fleetdesk.AppImage");
  const updater = new electronUpdater.AppImageUpdater(undefined, {
    version: "1.0.0",
    name: "Fleetdesk",
    isPackaged: true,
    appUpdateConfigPath: configuration,
    userDataPath: folder.path("user"),
    baseCachePath: cache,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  Object.assign(updater, { httpExecutor: new ElectronHttpExecutor() });
  const did: string[] = [];
  updater.quitAndInstall = () => void did.push("install");
  const install: Trial["install"] = (feed, sending = () => false, proxyUrl) =>
    installUpdate(updater, {
      feed,
      channel: "stable",
      proxy: { resolve: () => Promise.resolve(proxyUrl) },
      log: createFakeLog(),
      isSending: () => Promise.resolve(sending()),
      leave: async (end) => {
        did.push("stop");
        end();
      },
      quit: () => void did.push("quit"),
    });
  return { updater, did, cache, install };
}

const downloaded = (cache: string): readonly string[] =>
  existsSync(cache)
    ? readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".AppImage"))
    : [];

test("downloads the newer version, ends the core, and only then installs", async () => {
  const { did, cache, install } = tryOut();
  await install(await startFeed("1.1.0"));
  expect(did).toEqual(["stop", "install"]);
  expect(downloaded(cache)).toHaveLength(1);
});

test("a program that cannot be replaced ends, since its core has ended", async () => {
  const { updater, did, install } = tryOut();
  updater.quitAndInstall = () => void (updater as unknown as EventEmitter).emit("error", new Error("EACCES"));
  await install(await startFeed("1.1.0"));
  expect(did).toEqual(["stop", "quit"]);
});

test("a package that differs from its hash is not installed, and the program continues", async () => {
  const { did, install } = tryOut();
  await expect(install(await startFeed("1.1.0", "another package"))).rejects.toMatchObject({
    code: "update-failed",
    text: codedText("update-failed", { reason: "ERR_CHECKSUM_MISMATCH" }),
  });
  expect(did).toEqual([]);
});

test.each([false, true])("downloads through a proxy that requires a sign-in, encrypted: %s", async (encrypted) => {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, filterAuthority]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  await using proxy = await startFakeProxy({ signIn: "anna:p@ss" });
  const feed = await startFeed("1.1.0", content, encrypted);
  const { did, cache, install } = tryOut();
  await expect(install(feed, undefined, proxy.url)).rejects.toMatchObject({ code: "update-failed" });
  await install(feed, undefined, proxy.url.replace("http://", "http://anna:p%40ss@"));
  expect(did).toEqual(["stop", "install"]);
  expect(downloaded(cache)).toHaveLength(1);
  expect(proxy.seen.length).toBeGreaterThan(2);
});

test("a certificate that neither the system nor the operator trusts is rejected", async () => {
  const { did, install } = tryOut();
  await expect(install(await startFeed("1.1.0", content, true))).rejects.toMatchObject({ code: "update-failed" });
  expect(did).toEqual([]);
});

test("an older version or the same one is not installed", async () => {
  const { did, install } = tryOut();
  for (const version of ["0.9.0", "1.0.0"]) {
    await expect(install(await startFeed(version))).rejects.toMatchObject({ code: "update-none" });
  }
  expect(did).toEqual([]);
});

test("nothing is downloaded while something is sent, nor installed if sending began meanwhile", async () => {
  const { did, cache, install } = tryOut();
  const feed = await startFeed("1.1.0");
  await expect(install(feed, () => true)).rejects.toMatchObject({ code: "update-busy" });
  expect(downloaded(cache)).toEqual([]);
  let calls = 0;
  await expect(install(feed, () => (calls += 1) > 1)).rejects.toMatchObject({ code: "update-busy" });
  expect(did).toEqual([]);
});

test.each([
  ["linux", { APPIMAGE: "/x.AppImage" }, "", true],
  ["linux", {}, "", false],
  ["darwin", {}, "", true],
  ["win32", {}, "", false],
  ["win32", {}, "publisherName:\n  - Fleetdesk\n", true],
] as const)("%s with %j and the configuration %j updates itself: %s", (platform, variables, signed, expected) => {
  const resourcesPath = folder.path(".");
  writeFileSync(join(resourcesPath, "app-update.yml"), `provider: generic\n${signed}`);
  const installation = { platform, variables, resourcesPath };
  expect(canUpdateInPlace({ ...installation, isPackaged: true })).toBe(expected);
  expect(canUpdateInPlace({ ...installation, isPackaged: false })).toBe(false);
});
