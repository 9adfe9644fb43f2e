/** The keychain file on disk: JSON with a checksum, replaced whole. */
import { codedText } from "#shared/texts/coded-text.ts";
import { createHash } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import { syncDirectoryAsync } from "../../core/files/durable.ts";
import type { KeyCost } from "./keychain-encryption.ts";

export interface EncryptedFile {
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
