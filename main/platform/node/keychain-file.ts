/**
 * Secrets in one file of the data directory under a passphrase, for computers without a keychain.
 *
 * The key comes from scrypt with N = 2^17, r = 8, p = 1: 128 MiB and about half a second per guess, which OWASP recommends
 * and a small computer can still provide; it is derived once per process and salt. Each entry is encrypted with AES-256-GCM, bound to the file's
 * salt and to its own name, so entries cannot be exchanged. A plain checksum distinguishes damage from a wrong passphrase.
 *
 * Invariants: the file is JSON with a checksum, replaced atomically (temporary file, fsync, rename) and readable by its owner only; one change
 * at a time.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { randomBytes, createHash, createCipheriv, createDecipheriv, scrypt } from "node:crypto";
import { AppError } from "#shared/failure.ts";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { tryParseJson } from "#shared/try-parse-json.ts";
import type { Keychain } from "../../core/hosts.ts";
import { createKeyedMutex } from "../../core/wait.ts";
import { syncDirectoryAsync } from "../../core/files/durable.ts";

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
    if (decrypt(key, content.check, content.salt, checkName) !== checkText) throw wrong();
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
        const text = decrypt(unlocked.key, encrypted, unlocked.content.salt, entryName(key));
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

interface EncryptedFile {
  /** Base64. */
  readonly salt: string;
  readonly cost: KeyCost;
  /** A constant text encrypted with the key: verifies the passphrase. */
  readonly check: string;
  readonly entries: Readonly<Record<string, string>>;
}

/** Costs beyond these are damage, or an attempt to make guesses cheap or to exhaust the memory (128 · N · r: 256 MiB at most). */
const fileSchema = z.object({
  format: z.literal("fleetdesk-keychain"),
  version: z.literal(1),
  kdf: z
    .object({
      name: z.literal("scrypt"),
      N: z
        .number()
        .int()
        .min(2 ** 15)
        .refine((n) => Number.isInteger(Math.log2(n))),
      r: z.number().int().min(1),
      p: z.number().int().min(1).max(16),
      salt: z.string().min(16),
    })
    .refine(({ N, r }) => N * r <= 2 ** 21),
  check: z.string(),
  entries: z.record(z.string(), z.string()),
  sum: z.string(),
});

/** Undefined when there is no file; throws `keychain-damaged`. */
export async function readEncryptedFile(file: string): Promise<EncryptedFile | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw new AppError("keychain-unreadable", codedText("keychain-file-unreadable", { file, reason: codeOf(cause) }), {
      cause,
    });
  }
  const parsed = fileSchema.safeParse(tryParseJson(text));
  if (!parsed.success) throw damaged(file);
  const { sum, ...rest } = parsed.data;
  if (checksum(rest) !== sum) throw damaged(file);
  const { salt, N, r, p } = rest.kdf;
  return { salt, cost: { N, r, p }, check: rest.check, entries: rest.entries };
}

/** Throws `disk-full` or `data-dir-read-only`; the former file is then unchanged. */
export async function writeEncryptedFile(file: string, { salt, cost, check, entries }: EncryptedFile): Promise<void> {
  const { N, r, p } = cost;
  const content = {
    format: "fleetdesk-keychain" as const,
    version: 1 as const,
    kdf: { name: "scrypt" as const, N, r, p, salt },
    check,
    entries,
  };
  const text = `${JSON.stringify({ ...content, sum: checksum(content) }, undefined, 2)}\n`;
  try {
    await replaceFile(file, text);
  } catch (cause) {
    throw writeError(file, cause);
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporaryFile = `${file}.new`;
  // A leftover of a crash, or a link in its place, must not be written through.
  await rm(temporaryFile, { force: true });
  await writeFile(temporaryFile, text, { mode: 0o600, flag: "wx", flush: true });
  await rename(temporaryFile, file);
  await syncDirectoryAsync(dirname(file));
}

function checksum(content: Omit<z.output<typeof fileSchema>, "sum">): string {
  const { format, version, kdf, check, entries } = content;
  const sorted = Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([format, version, kdf.name, kdf.N, kdf.r, kdf.p, kdf.salt, check, sorted]);
  return createHash("sha256").update(text).digest("hex");
}

function damaged(file: string): AppError {
  return new AppError("keychain-damaged", codedText("keychain-file-damaged", { file }), { details: { file } });
}

function writeError(file: string, cause: unknown): AppError {
  const code = codeOf(cause);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AppError("disk-full", codedText("keychain-file-disk-full", { file }), { cause });
  }
  return new AppError("data-dir-read-only", codedText("keychain-file-not-saved", { file, reason: code }), { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

/** Parameters of scrypt (RFC 7914); memory is 128 · N · r bytes. */
export interface KeyCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const ivLength = 12;
const tagLength = 16;

/** 32 bytes; the passphrase is normalised (NFKC), so that the same letters from another keyboard unlock the file too. */
function deriveKey(passphrase: string, salt: string, { N, r, p }: KeyCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(passphrase.normalize("NFKC"), Buffer.from(salt, "base64"), 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** AES-256-GCM, bound to `salt` and `name`; base64 of iv, tag and text. */
function encrypt(key: Buffer, text: string, salt: string, name: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagLength });
  cipher.setAAD(binding(salt, name));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}

/** Undefined when the key, the name or any bit differs from the encryption. */
function decrypt(key: Buffer, encrypted: string, salt: string, name: string): string | undefined {
  const bytes = Buffer.from(encrypted, "base64");
  if (bytes.length < ivLength + tagLength) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivLength), { authTagLength: tagLength });
  decipher.setAAD(binding(salt, name));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString("utf8");
  } catch {
    // The tag does not match.
    return undefined;
  }
}

function binding(salt: string, name: string): Buffer {
  return Buffer.from(`fleetdesk-keychain 1\n${salt}\n${name}`, "utf8");
}
