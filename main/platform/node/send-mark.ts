/**
 * Stores up to where each campaign may have been sent: a file per campaign in the state directory, and an entry of the system's keychain.
 * Neither moves with the data directory, so that a copy or an older state of the database is recognised.
 *
 * A file has two slots, each in pages of its own, that are written alternately: a mark costs one flush of data, and neither a new file nor
 * a new name. A third slot holds the count of claims, which is overwritten in place and flushed with the next mark.
 *
 * Invariants
 * - A mark is on disk before `write` resolves; a crash leaves the former one, the new one or both, complete.
 * - The newer of the two places counts, so restoring only one of them does not restore an older mark.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdir, open, readFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "#shared/failure.ts";
import { syncDirectoryAsync } from "../../core/files/durable.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import type { SelectableKeychain, ClaimPosition, StoredSendMark, Log, SendMark, SendMarks } from "../../core/hosts.ts";

export interface SendMarkOptions {
  /** The state directory; created when it is missing. */
  readonly dir: string;
  readonly keychain: Pick<SelectableKeychain, "status" | "get" | "set">;
  readonly log: Log;
}

/** As stored, where the wave is called `ring`. */
const markSchema = z.object({
  generation: z.number().int().min(1),
  position: z
    .object({ ring: z.number().int(), row: z.number().int() })
    .transform(({ ring, row }) => ({ wave: ring, row }))
    .optional(),
  writtenAt: z.number(),
  ended: z.boolean().default(false),
});

/** After every row. */
const everywhere: ClaimPosition = { wave: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

const fullCodes: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT"]);

export function createSendMarks({ dir, keychain, log }: SendMarkOptions): SendMarks {
  const folder = join(dir, "send-marks");

  async function readFromFile(campaign: string): Promise<StoredSendMark | undefined> {
    try {
      const text = await readFile(fileOf(folder, campaign), "latin1");
      const mark = newestOf(text);
      return mark === undefined ? undefined : { ...mark, claims: claimsIn(text) };
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code !== "ENOENT") log.error("send-mark.not-read", { campaign }, cause);
      return undefined;
    }
  }

  /** Only the keychain of the operating system is outside of the data directory and permanent. A locked one is not used. */
  async function inKeychain<T>(campaign: string, work: (key: string) => Promise<T>): Promise<T | undefined> {
    try {
      const { state, protection } = await keychain.status();
      if (state !== "ready" || protection !== "system") return undefined;
      return await work(`send-mark/${campaign}`);
    } catch (cause) {
      log.warn("send-mark.keychain-failed", { campaign }, cause);
      return undefined;
    }
  }

  return {
    async read(campaign) {
      const fromKeychain = await inKeychain(campaign, async (key) => parse(await keychain.get(key)));
      const written = await readFromFile(campaign);
      if (fromKeychain === undefined || (written !== undefined && written.generation >= fromKeychain.generation))
        return written;
      // The file is lost or older. It was further than its last copy in the keychain, unless sending had ended.
      return fromKeychain.ended ? fromKeychain : { ...fromKeychain, position: everywhere };
    },
    async write(campaign, mark, checkpoint) {
      const text = serialize(mark);
      try {
        await writeSlot(folder, fileOf(folder, campaign), mark, text);
      } catch (cause) {
        throw stateDirError(dir, cause);
      }
      if (checkpoint) await inKeychain(campaign, (key) => keychain.set(key, text));
    },
    count(campaign, claims) {
      try {
        const handle = openSync(fileOf(folder, campaign), "r+");
        try {
          writeSync(handle, `${claims}\n`.padEnd(countBytes), 2 * slotBytes);
        } finally {
          closeSync(handle);
        }
      } catch (cause) {
        throw stateDirError(dir, cause);
      }
    },
  };
}

/** Each slot has a page of its own, so that no disk write touches both. */
const slotBytes = 4_096;
/** Small enough for a single disk write. */
const countBytes = 32;

/** Undefined where it was never written, or only partially. */
function claimsIn(text: string): number | undefined {
  const [, claims] = /^(\d{1,15})\n/.exec(text.slice(2 * slotBytes)) ?? [];
  return claims === undefined ? undefined : Number(claims);
}

/** The newest of both slots; a partially written one does not count. */
function newestOf(text: string): SendMark | undefined {
  const marks = [text.slice(0, slotBytes), text.slice(slotBytes, 2 * slotBytes)].flatMap((slot) => parse(slot) ?? []);
  return marks.toSorted((a, b) => b.generation - a.generation)[0];
}

function serialize({ generation, position, writtenAt, ended }: SendMark): string {
  const stored = position && { ring: position.wave, row: position.row };
  return JSON.stringify({ generation, position: stored, writtenAt, ended });
}

/** Undefined where it is not a valid mark, such as a partially written one: the caller treats it as absent, which is the safe side. */
function parse(text: string | undefined): SendMark | undefined {
  return text === undefined ? undefined : markSchema.safeParse(tryParseJson(text)).data;
}

/** The name comes from a database that may have been tampered with. */
function fileOf(folder: string, campaign: string): string {
  if (!/^[0-9a-f-]{1,64}$/.test(campaign)) throw new Error(`"${campaign}" does not name a campaign.`);
  return join(folder, campaign);
}

async function writeSlot(folder: string, file: string, { generation }: SendMark, text: string): Promise<void> {
  const { handle, created } = await openFile(folder, file);
  try {
    const slot = Buffer.alloc(slotBytes, " ");
    slot.write(text);
    await handle.write(slot, 0, slotBytes, (generation % 2) * slotBytes);
    if (created) await handle.sync();
    else await handle.datasync();
  } finally {
    await handle.close();
  }
  if (created) await syncDirectoryAsync(folder);
}

async function openFile(
  folder: string,
  file: string,
): Promise<{ readonly handle: FileHandle; readonly created: boolean }> {
  try {
    return { handle: await open(file, "r+"), created: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { handle: await open(file, "wx", 0o600), created: true };
  }
}

function stateDirError(dir: string, cause: unknown): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  if (fullCodes.has(code)) {
    const message = codedText("state-dir-disk-full", { directory: dir });
    return new AppError("disk-full", message, { cause });
  }
  return new AppError("state-dir-read-only", codedText("state-dir-read-only", { directory: dir }), { cause });
}
