/**
 * Runs of the app in this process. Every run evaluates the bundle and the replacements for Electron again, so that it shares only the process and
 * the browser with the previous run. A test gets a fresh program in half of the processor time of a new process.
 */
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { resetBrowser } from "./browser.ts";

const fakesUrl = new URL("./", import.meta.url).href;
/** Evaluated once per process. */
const shared = new Set(["browser.ts", "chromium.ts", "runs.ts"].map((file) => fakesUrl + file));

let runs = 0;
let current: { readonly bundle: string; readonly control: Control } | undefined;
let ending: PromiseWithResolvers<number> | undefined;

/** Runs an action of a test outside of the page; rejects for an unknown name. */
type Control = (name: string, input: unknown) => Promise<unknown>;

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved =
      specifier === "electron" ? { url: `${fakesUrl}electron.ts`, shortCircuit: true } : next(specifier, context);
    const run = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get("run");
    return run !== null && isOfRun(resolved.url) ? { ...resolved, url: `${resolved.url}?run=${run}` } : resolved;
  },
});

function isOfRun(url: string): boolean {
  if (url.includes("?") || shared.has(url)) return false;
  return url.startsWith(fakesUrl) || (current !== undefined && url.startsWith(current.bundle));
}

/** Starts the app; `args` are those of its process, `variables` are added to the environment. Resolves when its bundle was evaluated. */
export async function startRun(
  entry: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  runs += 1;
  const url = pathToFileURL(resolve(entry)).href;
  const [node = "", shell = ""] = process.argv;
  process.argv = [node, shell, entry, ...args];
  Object.assign(process.env, variables);
  const { control } = (await import(`./controls.ts?run=${runs}`)) as { readonly control: Control };
  current = { bundle: new URL("./", url).href, control };
  await import(`${url}?run=${runs}`);
}

/** Ends the app like the operating system at the end of a session; the process stays for the next run. Resolves to its exit code. */
export async function endRun(): Promise<number> {
  ending = Promise.withResolvers();
  process.emit("SIGTERM");
  const code = await ending.promise;
  for (const event of ["SIGTERM", "SIGINT", "uncaughtExceptionMonitor"]) process.removeAllListeners(event);
  ending = undefined;
  current = undefined;
  await resetBrowser();
  // The parent process may have ended at the same time.
  if (!process.connected) process.exit(code);
  return code;
}

/** The app has ended: so does the process, unless it is reserved for the next run. */
export function exitRun(code: number): void {
  if (ending === undefined) process.exit(code);
  ending.resolve(code);
}

/** The parent process or the browser has ended: there is nothing left to wait for. */
export function abandon(): void {
  if (current === undefined) process.exit(0);
  process.emit("SIGTERM");
}

export async function controlRun(name: string, input: unknown): Promise<unknown> {
  if (current === undefined) throw new Error("The app is not running.");
  return await current.control(name, input);
}
