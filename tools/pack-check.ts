/**
 * `npm run pack:check`: packs the app over a stub of Electron and checks the result: the archive against a list of allowed files, fuses, notices, sizes, and what the
 * packer writes into the AppImage and the Debian package, taken before it would download its tools. Then opens the packed window once.
 * Not shown here: docs/not-verified.md.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { extractAll, listPackage } from "@electron/asar";
import { build, Platform } from "electron-builder";
import electronPackage from "electron/package.json" with { type: "json" };
import { z } from "zod";
import packageJson from "../package.json" with { type: "json" };
import { buildIfNeeded } from "./fresh-build.ts";
import { requireNoArguments } from "./no-arguments.ts";
import { writeNotices } from "./pack/notices.ts";
import { readFuses, writeStubElectron } from "./pack/stub-electron.ts";

requireNoArguments("npm run pack:check: packs the app and checks the package. No options.");
const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "fleetdesk-pack-"));
const problems: string[] = [];
const executable = "fleetdesk-desktop";
const megabyte = 2 ** 20;
/** Of the archive, with keytar outside of it: no development file makes it into a release unnoticed. */
const largestArchive = 12 * megabyte;

/** Everything that the archive may contain; paths begin with a slash, folders are listed too. */
const allowed: readonly RegExp[] = [
  /^\/(package\.json|out|node_modules)$/,
  /^\/out\/(shared|preload|renderer|renderer\/assets)$/,
  /^\/out\/(index|cli|store-worker|practice-worker)\.js$/,
  /^\/out\/shared\/[\w.-]+\.js$/,
  /^\/out\/preload\/index\.cjs$/,
  /^\/out\/renderer\/index\.html$/,
  /^\/out\/renderer\/assets\/[\w.@-]+\.(js|css|woff2|svg|png)$/,
  /^\/out\/(tray|badge)[\w@]*\.png$/,
  /^\/node_modules\/keytar(\/package\.json|\/lib(\/keytar\.js)?|\/prebuilds(\/[\w-]+(\/keytar\.node)?)?)?$/,
];

function expect(name: string, holds: boolean, detail = ""): void {
  console.log(`${holds ? "ok  " : "FAIL"} ${name}${holds || detail === "" ? "" : `: ${detail}`}`);
  if (!holds) problems.push(name);
}

/** Runs the packed content under the Chromium shell: it opens its window, or reports why not. */
async function opens(app: string): Promise<boolean> {
  const child = fork(join(root, "tools/chromium-shell/main.ts"), [join(app, "out/index.js")], {
    cwd: app,
    env: { ...process.env, FLEETDESK_DATA_DIR: join(folder, "data"), FLEETDESK_KEYCHAIN: "memory" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.send({ id: 1, name: "ready" });
  const ended = once(child, "exit");
  // The shell also reports what it does; the answer has the number of the call.
  let reply: unknown;
  do {
    [reply] = (await Promise.race([once(child, "message"), ended])) as [unknown];
  } while (typeof reply === "object" && reply !== null && !("id" in reply));
  child.kill("SIGTERM");
  await ended;
  return typeof reply === "object" && reply !== null && "value" in reply;
}

/** What the packer would give to the tools that build the AppImage and the Debian package. */
interface Computed {
  desktop?: string;
  fpm?: readonly string[];
  entryOfDebian?: string;
  mimeTypes?: string;
  afterInstall?: string;
}

const computedSchema = z.union([
  z.object({ desktop: z.string(), desktopFileName: z.string() }),
  z.tuple([z.array(z.string()), z.string()]),
]);

async function pack(dist: string): Promise<Computed> {
  const computed: Computed = {};
  await build({
    targets: Platform.LINUX.createTarget(["dir", "AppImage", "deb"]),
    projectDir: root,
    publish: "never",
    config: {
      extends: "electron-builder.yml",
      electronDist: dist,
      directories: { output: join(folder, "dist") },
    },
    effectiveOptionComputed: (options: unknown) => {
      const value = computedSchema.parse(options);
      if (!Array.isArray(value)) computed.desktop = value.desktop;
      else {
        const [args, entry] = value;
        computed.fpm = args;
        computed.entryOfDebian = readFileSync(entry, "utf8");
        const mime = args.find((one) => one.includes("=/usr/share/mime/packages/"));
        computed.afterInstall = readFileSync(args[args.indexOf("--after-install") + 1] ?? "", "utf8");
        if (mime !== undefined) computed.mimeTypes = readFileSync(mime.split("=")[0] ?? "", "utf8");
      }
      return Promise.resolve(true); // ends the target here
    },
  });
  return computed;
}

/** The start script of the AppImage, written by the packer's own function. */
function appImageLauncher(): string {
  const require = createRequire(createRequire(import.meta.url).resolve("electron-builder/package.json"));
  const library = dirname(require.resolve("app-builder-lib/package.json"));
  const { generateAppRunScript } = require(join(library, "out/targets/appimage/appImageUtil.js")) as {
    readonly generateAppRunScript: (config: Readonly<Record<string, string>>) => string;
  };
  return generateAppRunScript({
    DesktopFileName: packageJson.desktopName,
    ExecutableName: executable,
    ProductName: "Fleetdesk",
    ProductFilename: "Fleetdesk",
    ResourceName: `appimagekit-${executable}`,
  });
}

function checkArchive(archive: string): void {
  const files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll("\\", "/"));
  for (const file of ["/out/index.js", "/out/cli.js", "/out/store-worker.js", "/out/practice-worker.js"])
    expect(`${file} is packed`, files.includes(file));
  for (const file of ["/out/preload/index.cjs", "/out/renderer/index.html"])
    expect(`${file} is packed`, files.includes(file));
  const others = files.filter((file) => !allowed.some((pattern) => pattern.test(file)));
  expect("the archive contains nothing else", others.length === 0, others.slice(0, 5).join(" "));
  const { size } = statSync(archive);
  expect(`the archive has ${(size / megabyte).toFixed(1)} MB, at most 12`, size <= largestArchive);
  const native = join(`${archive}.unpacked`, `node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`);
  expect("keytar's library is a real file outside the archive", existsSync(native));
}

function checkNotices(resources: string): void {
  const notices = readFileSync(join(resources, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const name of ["react", "undici", "@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"])
    expect(`the notices name ${name}`, notices.includes(`\n${name} `) || notices.startsWith(`${name} `));
  const bill = z
    .object({ bomFormat: z.literal("CycloneDX"), components: z.array(z.object({ name: z.string() })) })
    .parse(JSON.parse(readFileSync(join(resources, "sbom.cdx.json"), "utf8")));
  const isComplete = Object.keys(packageJson.dependencies).every((name) =>
    bill.components.some((one) => one.name === name.split("/").at(-1) || one.name === name),
  );
  expect(`the bill of materials has all dependencies (${bill.components.length} components)`, isComplete);
  expect(
    "... and Electron",
    bill.components.some(({ name }) => name === "electron"),
  );
}

function checkInstallers({
  desktop = "",
  fpm = [],
  entryOfDebian = "",
  mimeTypes = "",
  afterInstall = "",
}: Computed): void {
  for (const [name, entry] of Object.entries({ "AppImage's": desktop, "Debian package's": entryOfDebian })) {
    expect(`the ${name} entry starts without --no-sandbox`, /^Exec=\S+ +%U$/m.test(entry), entry);
    expect(
      `the ${name} entry takes links and evidence files`,
      /^MimeType=.*x-scheme-handler\/fleetdesk;/m.test(entry) && entry.includes("application/x-fleetdesk-evidence;"),
    );
    expect(
      `the ${name} entry belongs to the window`,
      entry.includes(`StartupWMClass=${packageJson.desktopName.replace(/\.desktop$/, "")}\n`),
    );
  }
  expect("the file type has its extension", mimeTypes.includes('<glob pattern="*.fleetdesk-evidence"/>'));
  const of = (option: string): string => fpm[fpm.indexOf(option) + 1] ?? "";
  expect("the Debian package has a maintainer", of("--maintainer").includes("Fleetdesk contributors"));
  expect("... its version", of("--version") === packageJson.version);
  expect("... its license", of("--license") === "MIT");
  expect(
    "... and leaves the name fleetdesk to the command line",
    afterInstall.includes(`'/usr/bin/${executable}'`) && !afterInstall.includes("'/usr/bin/fleetdesk'"),
  );
  const launcher = appImageLauncher();
  expect(
    "the AppImage drops the sandbox only without user namespaces",
    launcher.includes(`BIN="$APPDIR/${executable}"`) &&
      launcher.match(/NO_SANDBOX=\(--no-sandbox\)/g)?.length === 1 &&
      /! unshare -Ur true 2>\/dev\/null ; then\n {2}NO_SANDBOX=\(--no-sandbox\)/.test(launcher),
  );
}

try {
  buildIfNeeded(console.log);
  writeNotices(join(root, "dist/notices"));
  const dist = join(folder, "electron");
  writeStubElectron(dist, electronPackage.version);
  const computed = await pack(dist);
  const packed = join(folder, "dist/linux-unpacked");
  const resources = join(packed, "resources");
  const archive = join(resources, "app.asar");
  checkArchive(archive);
  checkNotices(resources);
  checkInstallers(computed);
  expect("the fuses are burnt", readFuses(readFileSync(join(packed, executable))) === "000011001");
  const app = join(folder, "app");
  extractAll(archive, app);
  expect("the packed window opens", await opens(app));
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
// The packer sets the exit code of a process that ends by itself to 0.
process.exit(problems.length === 0 ? 0 : 1);
