/** Opens the passphrase file: created when it does not exist, rejected at once for a wrong passphrase. */
import { codedText } from "#shared/texts/coded-text.ts";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { AppError, isAppError } from "#shared/failure.ts";
import type { Keychain } from "../../core/hosts.ts";
import { createFileKeychain } from "./keychain-file.ts";
import type { KeyCost } from "./keychain-encryption.ts";

export interface FileVault {
  exists(): Promise<boolean>;
  /** Throws `passphrase-wrong`, `keychain-damaged`, `disk-full` or `data-dir-read-only`. */
  open(passphrase: string): Promise<Keychain>;
}

/** Name of the file inside the data directory. */
export const keychainFileName = "keychain.json";

/** Written and removed again, so that the file exists and the passphrase is verified before it is used. */
const proofKey = "fleetdesk/proof";

export function createFileVault(dataDir: string, cost: KeyCost | undefined): FileVault {
  const path = join(dataDir, keychainFileName);
  const exists = async (): Promise<boolean> => {
    try {
      await access(path);
      return true;
    } catch {
      // A file that exists and cannot be read fails when it is opened.
      return false;
    }
  };
  return {
    exists,
    open: async (passphrase) => {
      const keychain = createFileKeychain({ file: path, passphrase, cost });
      try {
        if (await exists()) await keychain.get(proofKey);
        else {
          await keychain.set(proofKey, "1");
          await keychain.delete(proofKey);
        }
      } catch (error) {
        if (!isAppError(error, "passphrase-wrong")) throw error;
        throw new AppError("passphrase-wrong", codedText("passphrase-wrong"));
      }
      return keychain;
    },
  };
}
