/** `npm start [-- arguments of the app]`: builds what is out of date and opens the window in the best way there is here. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { findSystemChromium } from "./chromium-shell/chromium.ts";
import { buildIfNeeded, out } from "./fresh-build.ts";
import { fetchElectronBinary, findElectronBinary } from "./start/electron-binary.ts";
import { chooseWay, hasDisplay } from "./start/way.ts";

const root = resolve(import.meta.dirname, "..");
const args = process.argv.slice(2);
const say = (text: string): void => console.log(text);

async function run(command: string, given: readonly string[]): Promise<number> {
  const child = spawn(command, given, { stdio: "inherit" });
  // Ctrl-C reaches the program itself, which pauses what runs; here it is only waited for.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

const way = await chooseWay({
  hasDisplay: hasDisplay(process.platform, process.env),
  electron: async () => findElectronBinary() ?? (await fetchElectronBinary(say)),
  chromium: findSystemChromium,
});

switch (way.way) {
  case "electron": {
    buildIfNeeded(say);
    // Chromium's sandbox does not work for root on Linux.
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    process.exitCode = await run(way.binary, [...sandbox, root, ...args]);
    break;
  }
  case "chromium-shell":
    say(way.why);
    buildIfNeeded(say);
    process.exitCode = await run(process.execPath, [
      join(root, "tools/chromium-shell/main.ts"),
      "--visible",
      join(out, "index.js"),
      ...args,
    ]);
    break;
  case "demo":
    say(`${way.why} Running the demo in the terminal instead. For the command line: npm run -s fleetdesk -- --help`);
    await import("./demo.ts");
}
