/**
 * Secrets in one file of the data directory under a passphrase, for computers without a keychain.
 *
 * The key comes from scrypt with N = 2^17, r = 8, p = 1: 128 MiB and about half a second per guess, which OWASP recommends
 * and a small computer can still provide; it is derived once per process and salt. Each entry is encrypted with AES-256-GCM, bound to the file's
 * salt and to its own name, so entries cannot be exchanged. A plain checksum distinguishes damage from a wrong passphrase.
 *
 * Invariants: the file is replaced atomically (temporary file, fsync, rename) and readable by its owner only; one change at a time.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { randomBytes } from "node:crypto";
import { AppError } from "#shared/failure.ts";
import type { Keychain } from "../../core/hosts.ts";
import { readEncryptedFile, writeEncryptedFile, type EncryptedFile } from "./keychain-file-format.ts";
import { deriveKey, open, encrypt, type KeyCost } from "./keychain-encryption.ts";
import { createKeyedMutex } from "../../core/wait.ts";

export interface FileKeychainSettings {
  /** Absolute path of the file; created by the first `set`. */
  readonly file: string;
  /** Undefined or empty: every call throws `passphrase-missing`. */
  readonly passphrase: string | undefined;
  /** For a new file; default N = 2^17, r = 8, p = 1. An existing file keeps its own. */
  readonly cost?: KeyCost;
}

/** Minimum length of a new file's passphrase; the contract's `keychain.choose` has the same minimum. */
const shortestPassphrase = 8;
const checkName = "check";
const checkText = "fleetdesk";
const defaultCost: KeyCost = { N: 2 ** 17, r: 8, p: 1 };

/** Throws `passphrase-missing`, `passphrase-too-short`, `passphrase-wrong`, `keychain-damaged`, and `disk-full` or `data-dir-read-only` when writing. */
export function createFileKeychain(settings: FileKeychainSettings): Keychain {
  const { file, passphrase, cost = defaultCost } = settings;
  const runExclusive = createKeyedMutex();
  let cachedKey: { readonly salt: string; readonly key: Promise<Buffer> } | undefined;

  const keyFor = (salt: string, at: KeyCost): Promise<Buffer> => {
    if (passphrase === undefined || passphrase === "") throw missing();
    if (cachedKey?.salt !== salt) cachedKey = { salt, key: deriveKey(passphrase, salt, at) };
    return cachedKey.key;
  };
  /** The file and its key, once the passphrase is verified; undefined when there is no file yet. */
  const unlock = async (): Promise<{ readonly content: EncryptedFile; readonly key: Buffer } | undefined> => {
    if (passphrase === undefined || passphrase === "") throw missing();
    const content = await readEncryptedFile(file);
    if (content === undefined) return undefined;
    const key = await keyFor(content.salt, content.cost);
    if (open(key, content.check, content.salt, checkName) !== checkText) throw wrong();
    return { content, key };
  };
  const create = async (): Promise<{ readonly content: EncryptedFile; readonly key: Buffer }> => {
    if ((passphrase ?? "").length < shortestPassphrase) throw tooShort();
    const salt = randomBytes(16).toString("base64");
    const key = await keyFor(salt, cost);
    return { content: { salt, cost, check: encrypt(key, checkText, salt, checkName), entries: {} }, key };
  };

  // One file, so one mutex for all keys.
  return {
    protection: "file",
    get: (key) =>
      runExclusive("", async () => {
        const unlocked = await unlock();
        const encrypted = unlocked?.content.entries[key];
        if (unlocked === undefined || encrypted === undefined) return undefined;
        const text = open(unlocked.key, encrypted, unlocked.content.salt, entryName(key));
        if (text === undefined)
          throw new AppError("keychain-damaged", codedText("keychain-file-entry-damaged", { file }));
        return text;
      }),
    set: (key, value) =>
      runExclusive("", async () => {
        const unlocked = (await unlock()) ?? (await create());
        const { content } = unlocked;
        const entries = { ...content.entries, [key]: encrypt(unlocked.key, value, content.salt, entryName(key)) };
        await writeEncryptedFile(file, { ...content, entries });
      }),
    delete: (key) =>
      runExclusive("", async () => {
        const unlocked = await unlock();
        if (unlocked?.content.entries[key] === undefined) return;
        const { [key]: _removed, ...entries } = unlocked.content.entries;
        await writeEncryptedFile(file, { ...unlocked.content, entries });
      }),
  };
}

function entryName(key: string): string {
  return `entry ${key}`;
}

function missing(): AppError {
  return new AppError("passphrase-missing", codedText("passphrase-missing"));
}

function tooShort(): AppError {
  return new AppError("passphrase-too-short", codedText("passphrase-too-short", { limit: shortestPassphrase }));
}

function wrong(): AppError {
  return new AppError("passphrase-wrong", codedText("passphrase-in-environment-wrong"));
}
