/** Handlers of the data contract: size, compaction and backups of the data directory, and the file of the settings. */
import { readdir, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { codedText } from "#shared/texts/coded-text.ts";
import type { BackupFile, data, DataPart, DataUsage, Inspection } from "#shared/contract/data.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { writeFileAtomically } from "../../core/files/atomic-file.ts";
import { dayOf } from "../../core/files/export-file.ts";
import type { Clock, Files } from "../../core/hosts.ts";
import { importSettingsFile, type SettingsFileDeps, writeSettingsFile } from "./settings-file.ts";

export interface DataDeps extends SettingsFileDeps {
  readonly clock: Clock;
  readonly files: Pick<Files, "saveAs">;
  readonly dataDir: string;
  readonly database: {
    /** Its path. */
    readonly file: string;
    facts(): Promise<{ readonly bytes: number; readonly freeBytes: number }>;
    compact(): Promise<{ readonly before: number; readonly after: number }>;
    /** The name of the new backup. */
    backUp(): Promise<string>;
    /** Oldest first. */
    backups(): readonly BackupFile[];
    inspect(signal: AbortSignal): Promise<Inspection>;
    compare(backup: string, signal: AbortSignal): Promise<Comparison>;
    /** These two close everything, and start again with the other database. */
    restore(backup: string): Promise<Replaced>;
    rebuild(): Promise<Replaced>;
  };
  /** Whether a campaign or a quota change of this process is at work, or waits for its time. */
  readonly isBusy: () => Promise<boolean>;
  /** Whether one of them sends. */
  readonly isSending: () => Promise<boolean>;
}

type Answer<K extends keyof Handlers<typeof data>> = Awaited<ReturnType<Handlers<typeof data>[K]>>;
type Comparison = Answer<"compareBackup">;
type Replaced = Answer<"rebuild">;

export function createData(deps: DataDeps): Handlers<typeof data> {
  const { clock, files, dataDir, database } = deps;
  const rejectIf = (isBusy: boolean): void => {
    if (isBusy) throw new AppError("data-busy", codedText("data-busy"));
  };
  return {
    usage: async () => {
      const [parts, { freeBytes: reusableBytes }, freeBytes] = await Promise.all([
        partsOf(dataDir, database.file),
        database.facts(),
        freeSpace(dataDir),
      ]);
      return { parts, reusableBytes, freeBytes };
    },
    compact: async () => {
      rejectIf(await deps.isBusy());
      const { bytes, freeBytes } = await database.facts();
      // The new content is written to a temporary file and to the log of the database.
      const needed = 2 * (bytes - freeBytes);
      const free = await freeSpace(dataDir);
      if (free < needed)
        throw new AppError("disk-full", codedText("compaction-needs-space", megabytes({ needed, free })));
      return await database.compact();
    },
    backups: () => Promise.resolve({ backups: [...database.backups()] }),
    createBackup: async () => {
      const name = await database.backUp();
      const backup = database.backups().find((one) => one.name === name);
      if (backup === undefined) throw new AppError("backup-unknown", codedText("backup-not-found", { name }));
      return backup;
    },
    compareBackup: ({ backup }, { signal }) => database.compare(backup, signal),
    restoreBackup: async ({ backup }, { signal }) => {
      rejectIf(await deps.isSending());
      // A damaged backup is rejected before anything is closed.
      await database.compare(backup, signal);
      return await database.restore(backup);
    },
    check: (_input, { signal }) => database.inspect(signal),
    rebuild: async () => {
      rejectIf(await deps.isSending());
      return await database.rebuild();
    },
    exportSettings: async (_input, context) => ({ text: await writeSettingsFile(deps, context) }),
    saveSettings: async (_input, context) => {
      const file = await files.saveAs({ name: `fleetdesk-settings-${dayOf(clock.now())}.json`, extension: "json" });
      if (file === undefined) return { outcome: "cancelled" };
      await writeFileAtomically(file, [await writeSettingsFile(deps, context)]);
      return { outcome: "written", file };
    },
    importSettings: async (input, context) => ({
      applied: input.apply,
      items: await importSettingsFile(deps, input, context),
    }),
  };
}

function megabytes<K extends string>(bytes: Readonly<Record<K, number>>): Record<K, number> {
  const entries = Object.entries<number>(bytes).map(([name, value]) => [name, Math.ceil(value / 1_000_000)]);
  return Object.fromEntries(entries) as Record<K, number>;
}

async function freeSpace(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

const partOfFolder: Readonly<Record<string, DataPart>> = { backups: "backups", logs: "logs", window: "window" };

async function partsOf(dataDir: string, databaseFile: string): Promise<DataUsage["parts"]> {
  const database = basename(databaseFile);
  const replaced = database.replace(/\.db$/, "-replaced-");
  const partOf = (name: string): DataPart => {
    if (name.startsWith(replaced)) return "replaced";
    return partOfFolder[name] ?? (name.startsWith(database) ? "database" : "other");
  };
  const sizes = new Map<DataPart, { bytes: number; files: number }>();
  for (const { name } of await readdir(dataDir, { withFileTypes: true })) {
    const part = partOf(name);
    const before = sizes.get(part) ?? { bytes: 0, files: 0 };
    const { bytes, files } = await sizeOf(join(dataDir, name));
    sizes.set(part, { bytes: before.bytes + bytes, files: before.files + files });
  }
  return dataParts.map((part) => ({ part, ...(sizes.get(part) ?? { bytes: 0, files: 0 }) }));
}

const dataParts: readonly DataPart[] = ["database", "backups", "replaced", "logs", "window", "other"];

/** Without following links. A file that ends meanwhile, such as one of Chromium, counts as nothing. */
async function sizeOf(path: string): Promise<{ bytes: number; files: number }> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" || code === "ENOENT") return undefined;
    throw error;
  });
  const paths = entries?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) ?? [path];
  const sizes = await Promise.all(
    paths.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => undefined,
      ),
    ),
  );
  const present = sizes.filter((size) => size !== undefined);
  return { bytes: present.reduce((sum, size) => sum + size, 0), files: present.length };
}
