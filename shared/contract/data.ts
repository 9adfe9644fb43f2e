/**
 * Care of the data on this computer: its size, compaction, integrity and backups, and settings, views, templates and suppression lists as
 * a file.
 */
import { z } from "zod";
import { codedTextSchema, operation, timeSchema } from "./kit.ts";

/** "replaced": databases that a restored backup replaced. "window": the profile of the window. */
export const dataPartSchema = z.enum(["database", "backups", "replaced", "logs", "window", "other"]);
export type DataPart = z.output<typeof dataPartSchema>;

export const usageSchema = z.object({
  parts: z.array(z.object({ part: dataPartSchema, bytes: z.number(), files: z.number().int() })),
  /** Of the database: space without data, which compaction returns. */
  reusableBytes: z.number(),
  /** On the disk of the data directory. */
  freeBytes: z.number(),
});
export type DataUsage = z.output<typeof usageSchema>;

export const backupSchema = z.object({ name: z.string(), createdAt: timeSchema, bytes: z.number().int() });
export type BackupFile = z.output<typeof backupSchema>;

const campaignInDatabaseSchema = z.object({
  campaignId: z.string(),
  name: z.string(),
  /** As stored: a campaign that waits is paused. */
  state: z.enum(["planned", "scheduled", "running", "paused", "finished", "cancelled"]),
  pending: z.number().int(),
  accepted: z.number().int(),
});

export const comparisonSchema = z.object({
  backup: backupSchema,
  inBackup: z.array(campaignInDatabaseSchema),
  /** The campaigns of the current database; missing where it can't be read. */
  inUse: z.array(campaignInDatabaseSchema).optional(),
  /**
   * Entries of suppression lists that the current database has; missing where it can't be read. "added": restoring the backup adds them to
   * its lists, with the connections that it lacks. "lost": the backup is of a version without lists, or the name of their connection
   * belongs to another organisation in it.
   */
  suppression: z.object({ added: z.number().int(), lost: z.number().int() }).optional(),
});

/** What the service can deliver again. "search": indexes for searches, which are derived from other tables. */
const cachePartSchema = z.enum(["fleet", "contacts", "events", "quotas", "network", "search"]);

export const inspectionSchema = z.object({
  state: z.enum(["sound", "cache-damaged", "damaged"]),
  /** The damaged parts of the cache; "cache-damaged" without any: only pages that belong to no table are damaged. */
  parts: z.array(cachePartSchema),
  /** As SQLite reports them; the first ones. */
  findings: z.array(z.string()),
});
export type Inspection = z.output<typeof inspectionSchema>;

/** The new path of the database that was replaced; missing if there was none. */
export const replacedSchema = z.object({ former: z.string().optional() });

/** "keep": exists with another content, which stays. "skip": can't be imported, for the reason of `message`. */
export const importActionSchema = z.enum(["add", "replace", "keep", "unchanged", "skip"]);
export const importedSchema = z.object({
  kind: z.enum(["setting", "template", "view", "suppression"]),
  /** Of a view, or of a suppression list. */
  connection: z.string().optional(),
  name: z.string().optional(),
  action: importActionSchema,
  /** Entries of a suppression list; otherwise 1. */
  count: z.number().int(),
  message: codedTextSchema.optional(),
});
export type Imported = z.output<typeof importedSchema>;

export const data = {
  operations: {
    usage: operation(z.object({}), usageSchema),
    /**
     * Rewrites the database without its free space; calls wait meanwhile. Fails `data-busy` while a campaign or a quota change runs,
     * and `disk-full` without space for a second copy.
     */
    compact: operation(z.object({}), z.object({ before: z.number(), after: z.number() })),
    /** Oldest first. */
    backups: operation(z.object({}), z.object({ backups: z.array(backupSchema) })),
    createBackup: operation(z.object({}), backupSchema),
    /** What restoring the backup would lose. Fails `backup-unknown`, `backup-damaged`, `backup-newer`. */
    compareBackup: operation(z.object({ backup: z.string().max(200) }), comparisonSchema),
    /**
     * Replaces the database by a backup and starts the core again; calls wait meanwhile. Scheduled and waiting campaigns of the backup are
     * paused, and each campaign looks up its pending recipients before it sends. Fails `data-busy`, `backup-unknown`, `backup-damaged`,
     * `backup-newer`.
     */
    restoreBackup: operation(z.object({ backup: z.string().max(200) }), replacedSchema),
    /** Checks the whole database, which may take minutes; calls do not wait. */
    check: operation(z.object({}), inspectionSchema),
    /**
     * Replaces a database in state "cache-damaged" by a copy without the damaged parts, which count as never loaded, and starts the core
     * again as after `restoreBackup`. Does nothing for a sound database. Fails `data-busy`, and `database-corrupt` for other damage.
     */
    rebuild: operation(z.object({}), replacedSchema),
    /** As JSON text, without secrets. */
    exportSettings: operation(z.object({}), z.object({ text: z.string() })),
    /** The same, to a file that the operator selects. */
    saveSettings: operation(
      z.object({}),
      z.object({ outcome: z.enum(["written", "cancelled"]), file: z.string().optional() }),
    ),
    /**
     * Reads the output of `exportSettings`; without `apply` it only says what would change. Nothing is deleted, and a suppression list only
     * grows. Fails `import-invalid`, `import-newer`.
     */
    importSettings: operation(
      z.object({
        text: z.string().max(50_000_000),
        existing: z.enum(["keep", "replace"]).default("keep"),
        apply: z.boolean().default(false),
      }),
      z.object({ applied: z.boolean(), items: z.array(importedSchema) }),
    ),
  },
  topics: {
    /** A query or the daily check of the database found damage. */
    "data.damaged": z.object({ message: codedTextSchema }),
  },
} as const;
