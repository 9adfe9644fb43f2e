/** The operating system's keychain, through keytar. Opened at the first use; never silently replaced. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import type { Clock, Keychain, Log } from "../../core/hosts.ts";
import { createHash } from "node:crypto";
import { z } from "zod";
import { createKeyedMutex } from "../../core/wait.ts";

/** The functions used of keytar. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface SystemKeychainSettings {
  readonly clock: Clock;
  readonly log: Log;
  /** Default: the package; it loads only where its system libraries exist. */
  readonly load?: () => Promise<Keytar>;
  /** How long a call may wait for the keychain to be unlocked; default two minutes. */
  readonly limitMs?: number;
}

/** Name of the entries in the system's keychain program. */
const service = "Fleetdesk";

/** Every call throws `keychain-unavailable` where there is no keychain, or it does not respond. */
export function createSystemKeychain(settings: SystemKeychainSettings): Keychain {
  const { clock, log, load = loadKeytar, limitMs = 120_000 } = settings;
  let loading: Promise<Keytar> | undefined;
  const use = async <T>(work: (keytar: Keytar) => Promise<T>): Promise<T> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    try {
      return await work(await loading);
    } catch (cause) {
      throw unavailable(cause instanceof Error ? cause.message : String(cause), cause);
    }
  };
  const raw: RawSecrets = {
    get: (account) => use(async (keytar) => (await keytar.getPassword(service, account)) ?? undefined),
    set: (account, secret) => use((keytar) => keytar.setPassword(service, account, secret)),
    delete: (account) =>
      use(async (keytar) => {
        await keytar.deletePassword(service, account);
      }),
  };
  const late = (): AppError => unavailable(codedText("keychain-no-response", { seconds: limitMs / 1000 }));
  return createPartedKeychain(limitSecrets(raw, clock, limitMs, late), "system", log);
}

async function loadKeytar(): Promise<Keytar> {
  // Node puts the functions of a CommonJS module below `default`; its types declare the other form only.
  const module = (await import("keytar")) as unknown as Keytar & { readonly default?: Keytar };
  return module.default ?? module;
}

function unavailable(detail: string | CodedText, cause?: unknown): AppError {
  const reason = typeof detail === "string" ? (detail.split("\n", 1)[0]?.replace(/[.\s]+$/, "") ?? "") : detail;
  return new AppError("keychain-unavailable", codedText("keychain-unavailable-advice", { reason }), {
    details: { reason },
    cause,
  });
}

// A time limit for a store that may wait for the operator: a locked keychain asks for its password in a window that may stay hidden.
// Invariants: one call at a time, so a late one can never overtake its successors; an abandoned call is not started.

/** Calls that take longer than `limitMs`, queueing included, throw `keychain-unavailable`. */
function limitSecrets(raw: RawSecrets, clock: Clock, limitMs: number, late: () => AppError): RawSecrets {
  let tail: Promise<unknown> = Promise.resolve();

  const call = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      let isLate = false;
      const cancel = clock.after(limitMs, () => {
        isLate = true;
        reject(late());
      });
      const turn = async (): Promise<void> => {
        if (isLate) return;
        try {
          resolve(await work());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        } finally {
          cancel();
        }
      };
      tail = tail.then(turn);
    });

  return {
    get: (account) => call(() => raw.get(account)),
    set: (account, secret) => call(() => raw.set(account, secret)),
    delete: (account) => call(() => raw.delete(account)),
  };
}

// Texts of any length in a store with short entries: Windows allows 2,560 bytes.
// Layout: `<key>` is the head, JSON with a generation number and either the value itself or the number of its parts and their
// SHA-256; `<key>#a0`, `<key>#a1` … hold the parts of even generations, `<key>#b0` … those of odd ones. Values and parts are base64.
// Invariants:
// - A value changes by the single write of its head; until then the former value can be read completely, after it the new one.
// - Parts of the former generation are removed after that write; leftovers of a crash are overwritten or removed by the next.
// - A removed value is gone with the first write, and its head is deleted last, so that an interrupted removal can be completed.

/** Short secrets by account name, as an operating system stores them. */
export interface RawSecrets {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  /** Does nothing when the account does not exist. */
  delete(account: string): Promise<void>;
}

/** Characters of one entry at most: all of them are one byte long, with a margin below 2,560. */
const partLength = 2_000;

const headSchema = z.union([
  z.object({ generation: z.number().int(), value: z.string() }),
  z.object({ generation: z.number().int(), parts: z.number().int().min(1).max(10_000), sha256: z.string() }),
  z.object({ generation: z.number().int(), removed: z.literal(true) }),
]);
type Head = z.output<typeof headSchema>;

export function createPartedKeychain(raw: RawSecrets, protection: Keychain["protection"], log: Log): Keychain {
  const runExclusive = createKeyedMutex();
  return {
    protection,
    get: (key) => runExclusive(key, () => read(raw, key)),
    set: (key, value) => runExclusive(key, () => write(raw, key, value, log)),
    delete: (key) => runExclusive(key, () => remove(raw, key)),
  };
}

async function read(raw: RawSecrets, key: string): Promise<string | undefined> {
  const text = await raw.get(key);
  if (text === undefined) return undefined;
  const head = readHead(text);
  if (head === undefined) throw damaged();
  if ("removed" in head) return undefined;
  if ("value" in head) return decode(head.value);
  const encoded = await readChunks(raw, key, head);
  if (encoded !== undefined) return decode(encoded);
  // Another process may have replaced the head since; only an unchanged head proves damage.
  if ((await raw.get(key)) === text) throw damaged();
  return read(raw, key);
}

async function readChunks(
  raw: RawSecrets,
  key: string,
  head: Extract<Head, { readonly parts: number }>,
): Promise<string | undefined> {
  let encoded = "";
  for (let index = 0; index < head.parts; index += 1) {
    const part = await raw.get(partName(key, head.generation, index));
    if (part === undefined) return undefined;
    encoded += part;
  }
  return digest(encoded) === head.sha256 ? encoded : undefined;
}

async function write(raw: RawSecrets, key: string, value: string, log: Log): Promise<void> {
  const before = await raw.get(key);
  // An unreadable head must not prevent a new value.
  const generation = (before === undefined ? 0 : (readHead(before)?.generation ?? 0)) + 1;
  const encoded = Buffer.from(value, "utf8").toString("base64");
  const whole = JSON.stringify({ generation, value: encoded } satisfies Head);
  const chunks = whole.length <= partLength ? [] : split(encoded);
  for (const [index, part] of chunks.entries()) await raw.set(partName(key, generation, index), part);
  const head: Head = { generation, parts: chunks.length, sha256: digest(encoded) };
  await raw.set(key, chunks.length === 0 ? whole : JSON.stringify(head));
  try {
    await removeChunks(raw, key, generation - 1, 0);
    await removeChunks(raw, key, generation, chunks.length);
  } catch (cause) {
    // The new value is in force; the next write removes the leftovers.
    log.warn("keychain.chunk-cleanup-failed", { reason: cause instanceof AppError ? cause.code : "internal" });
  }
}

async function remove(raw: RawSecrets, key: string): Promise<void> {
  const before = await raw.get(key);
  const generation = before === undefined ? 0 : (readHead(before)?.generation ?? 0);
  if (before !== undefined) await raw.set(key, JSON.stringify({ generation, removed: true } satisfies Head));
  await removeChunks(raw, key, generation, 0);
  await removeChunks(raw, key, generation + 1, 0);
  if (before !== undefined) await raw.delete(key);
}

/** Removes the parts from `from` on, last first, so that an interruption leaves no gaps. */
async function removeChunks(raw: RawSecrets, key: string, generation: number, from: number): Promise<void> {
  let end = from;
  while ((await raw.get(partName(key, generation, end))) !== undefined) end += 1;
  for (let index = end - 1; index >= from; index -= 1) await raw.delete(partName(key, generation, index));
}

function partName(key: string, generation: number, index: number): string {
  return `${key}#${generation % 2 === 0 ? "a" : "b"}${index}`;
}

function split(encoded: string): string[] {
  const count = Math.ceil(encoded.length / partLength);
  return Array.from({ length: count }, (_, index) => encoded.slice(index * partLength, (index + 1) * partLength));
}

/** Undefined when the text is not a valid head. */
function readHead(text: string): Head | undefined {
  return headSchema.safeParse(tryParseJson(text)).data;
}

function decode(encoded: string): string {
  return Buffer.from(encoded, "base64").toString("utf8");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function damaged(): AppError {
  return new AppError("keychain-damaged", codedText("keychain-entry-damaged"));
}
