/** Runs inside the session of the real secret service: `write` stores a token, `read` (another process) reads and removes it. */
import { createRequire } from "node:module";
import { isAppError } from "#shared/failure.ts";
import { createSystemClock } from "../../../../main/platform/node/clock.ts";
import { createSystemKeychain } from "../../../../main/platform/node/keychain-keytar.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

const key = "connection/probe";
const token = "t".repeat(9_000);
const keychain = createSystemKeychain({ clock: createSystemClock(), log: createFakeLog(), limitMs: 20_000 });

try {
  if (process.argv[2] === "write") {
    await keychain.set(key, "an older token");
    await keychain.set(key, token);
    process.stdout.write("written\n");
  } else {
    const same = (await keychain.get(key)) === token;
    await keychain.delete(key);
    const deleted = (await keychain.get(key)) === undefined;
    const keytar = createRequire(import.meta.url)("keytar") as { findCredentials(service: string): Promise<object[]> };
    const left = (await keytar.findCredentials("Fleetdesk")).length;
    process.stdout.write(`${JSON.stringify({ same, deleted, left })}\n`);
  }
} catch (error) {
  process.stdout.write(isAppError(error) ? `${error.code} ${error.message}\n` : `${String(error)}\n`);
  process.exitCode = 1;
}
