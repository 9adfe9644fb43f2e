/** The app that `npm run accept:electron` starts: prints what this Electron can do, as one line of JSON, and ends. */
import { randomBytes, scryptSync } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { getCACertificates } from "node:tls";
import { Worker } from "node:worker_threads";
import { app, BrowserWindow, net, powerMonitor, powerSaveBlocker, protocol, session } from "electron";

interface Result {
  readonly name: string;
  readonly holds: boolean;
  readonly detail: string;
}

const page = `<!doctype html><meta charset="utf-8"><title>check</title><script type="module" src="app://check/script.js"></script>`;
const script = `document.title = [typeof process, typeof require, String(crossOriginIsolated), location.origin].join(" ");`;

protocol.registerSchemesAsPrivileged([
  { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.enableSandbox();

const checks: Readonly<Record<string, () => unknown>> = {
  "node:sqlite with FTS5": () => {
    const db = new DatabaseSync(":memory:");
    db.exec("CREATE VIRTUAL TABLE t USING fts5(x); INSERT INTO t VALUES ('tracker one')");
    return db.prepare("SELECT count(*) AS n FROM t WHERE t MATCH 'tracker'").get()?.["n"] === 1;
  },
  "scrypt with 128 MB": () =>
    scryptSync("passphrase", randomBytes(16), 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }).length === 32,
  "certificates of the system": () => getCACertificates("system").length > 0 && `${getCACertificates("system").length}`,
  "a thread": async () =>
    await new Promise<boolean>((resolve, reject) => {
      const worker = new Worker("require('node:worker_threads').parentPort.postMessage(1)", { eval: true });
      worker.once("message", () => resolve(true));
      worker.once("error", reject);
    }),
  "the proxy of the system is resolved": async () =>
    await session.defaultSession.resolveProxy("https://example.invalid/"),
  "connectivity is reported": () => typeof net.isOnline() === "boolean",
  "sleep can be blocked": () => {
    const id = powerSaveBlocker.start("prevent-app-suspension");
    const holds = powerSaveBlocker.isStarted(id);
    powerSaveBlocker.stop(id);
    return holds;
  },
  "the power monitor answers": () => powerMonitor.getSystemIdleTime() >= 0,
  "a sandboxed page of the app scheme has no Node": async () => {
    protocol.handle("app", ({ url }) =>
      url.endsWith(".js")
        ? new Response(script, { headers: { "content-type": "text/javascript" } })
        : new Response(page, { headers: { "content-type": "text/html" } }),
    );
    const window = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
    await window.loadURL("app://check/");
    const title: unknown = await window.webContents.executeJavaScript("document.title");
    window.destroy();
    return title === "undefined undefined false app://check" ? title : false;
  },
};

async function run(name: string, check: () => unknown): Promise<Result> {
  try {
    const value = await check();
    return { name, holds: value !== false, detail: String(value) };
  } catch (error) {
    return { name, holds: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

await app.whenReady();
const results: Result[] = [];
for (const [name, check] of Object.entries(checks)) results.push(await run(name, check));
process.stdout.write(`${JSON.stringify(results)}\n`, () => app.exit(0));
