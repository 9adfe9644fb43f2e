/** `--keychain`: the protection of stored tokens. The key store is opened on first use. */
import { join } from "node:path";
import { assertNever } from "#shared/failure.ts";
import type { Clock, Keychain, Log } from "../../../core/hosts.ts";
import { createFileKeychain } from "../../../platform/node/keychain-file.ts";
import { createSystemKeychain } from "../../../platform/node/keychain-keytar.ts";
import { createMemoryKeychain } from "../../../platform/node/keychain-choice.ts";
import type { Environment } from "../../../platform/node/paths.ts";
import type { Globals } from "../../globals.ts";

export interface KeychainHosts {
  readonly clock: Clock;
  readonly log: Log;
  readonly environment: Environment;
}

export function openKeychain({ keychain, dataDir }: Globals, { clock, log, environment }: KeychainHosts): Keychain {
  switch (keychain) {
    case "system":
      return createSystemKeychain({ clock, log });
    case "file":
      return createFileKeychain({
        file: join(dataDir, "keychain.json"),
        passphrase: environment.passphrase,
      });
    case "memory":
      return createMemoryKeychain();
    default:
      return assertNever(keychain);
  }
}
