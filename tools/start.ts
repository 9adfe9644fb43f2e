/** `npm start [-- arguments of the app]`: builds if necessary and opens the window with the best available runtime. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { findSystemChromium } from "./chromium-shell/chromium.ts";
import { buildIfNeeded, out } from "./fresh-build.ts";
import { fetchElectronBinary, findElectronBinary } from "./start/electron-binary.ts";
import { selectLaunchMode, hasDisplay } from "./start/launch-mode.ts";

const root = resolve(import.meta.dirname, "..");
const args = process.argv.slice(2);
const print = (text: string): void => console.log(text);

async function run(command: string, commandArgs: readonly string[]): Promise<number> {
  const child = spawn(command, commandArgs, { stdio: "inherit" });
  // Ctrl-C reaches the program itself, which pauses running work; this process only waits.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

const launch = await selectLaunchMode({
  hasDisplay: hasDisplay(process.platform, process.env),
  electron: async () => findElectronBinary() ?? (await fetchElectronBinary(print)),
  chromium: findSystemChromium,
});

switch (launch.mode) {
  case "electron": {
    buildIfNeeded(print);
    // Chromium's sandbox does not work for root on Linux.
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    process.exitCode = await run(launch.binary, [...sandbox, root, ...args]);
    break;
  }
  case "chromium-shell":
    print(launch.reason);
    buildIfNeeded(print);
    process.exitCode = await run(process.execPath, [
      join(root, "tools/chromium-shell/main.ts"),
      "--visible",
      join(out, "index.js"),
      ...args,
    ]);
    break;
  case "demo":
    print(
      `${launch.reason} Running the demo in the terminal instead. For the command line: npm run -s fleetdesk -- --help`,
    );
    await import("./demo.ts");
}
