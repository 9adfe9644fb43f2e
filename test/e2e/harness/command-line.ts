/** The bundled command line, next to the running window. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { out } from "../../../tools/fresh-build.ts";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `out/cli.js` on a data directory and waits for its end. */
export async function runCommandLine(dataDir: string, args: readonly string[], stdin = ""): Promise<Ran> {
  const child = spawn(process.execPath, [join(out, "cli.js"), "--data-dir", dataDir, ...args], {
    env: { ...process.env, FLEETDESK_KEYCHAIN: "memory", XDG_STATE_HOME: join(dataDir, "state") },
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  child.stdin.end(stdin);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}
