/** The connection test, the checks of the program and its environment, the report of both for support, and the log. */
import { z } from "zod";
import { secretSchema } from "./connections/connections.ts";
import { codedTextSchema, operation, timeSchema } from "./kit.ts";

/** The hops to the service in order. A failed one ends the test: later ones are "skipped". */
export const hopSchema = z.enum([
  "address",
  "proxy",
  "name",
  "tcp",
  "certificate",
  "http",
  "sign-in",
  "separator",
  "first-call",
]);
export type Hop = z.output<typeof hopSchema>;

export const hopResultSchema = z.object({
  hop: hopSchema,
  result: z.enum(["ok", "warning", "failed", "skipped"]),
  code: z.string().optional(),
  /** The finding, and for a failure the remedy. */
  message: codedTextSchema,
  tookMs: z.number().optional(),
});
export type HopResult = z.output<typeof hopResultSchema>;

/** The checks in order: of this computer, then of the connection to the service. */
export const checkIdSchema = z.enum([
  "program",
  "data-directory",
  "database",
  "integrity",
  "keychain",
  "log",
  "proxy",
  "certificate",
  "service",
  "clock",
  "session",
  "dialect",
  "rate-limit",
]);
export type CheckId = z.output<typeof checkIdSchema>;

export const checkSchema = z.object({
  id: checkIdSchema,
  result: z.enum(["ok", "warning", "problem", "not-checked"]),
  /** Set unless the result is "ok". */
  code: z.string().optional(),
  /** The finding, and unless the result is "ok" the remedy or the reason. */
  message: codedTextSchema,
});
export type Check = z.output<typeof checkSchema>;

const runInput = z.object({
  /** The current connection by default. */
  connection: z.string().optional(),
  /** False: nothing is sent; checks that need the network are "not-checked". */
  network: z.boolean().default(true),
});
const reportInput = runInput.extend({
  /** Keeps names, numbers of subscribers and paths, which are removed by default. Secrets are never included. */
  identifiers: z.boolean().default(false),
});

export const logLevelSchema = z.enum(["debug", "info", "warn", "error"]);
export const logEntrySchema = z.object({
  at: timeSchema,
  level: logLevelSchema,
  event: z.string(),
  /** The other fields of the entry, as JSON text where there are any. */
  details: z.string().optional(),
});
export type LogEntry = z.output<typeof logEntrySchema>;

export const diagnostics = {
  operations: {
    /**
     * Tests each hop to a service. With `secret` it signs in with it, once, and saves nothing; with `connection` it uses the
     * existing session; with neither it stops before the sign-in.
     */
    testConnection: operation(
      z.object({
        baseUrl: z.string(),
        secret: secretSchema.optional(),
        connection: z.string().optional(),
        /** Allows the secret to be sent over plain http to another computer. */
        allowUnencrypted: z.boolean().default(false),
      }),
      z.object({ works: z.boolean(), hops: z.array(hopResultSchema) }),
    ),
    about: operation(
      z.object({}),
      z.object({
        version: z.string(),
        platform: z.string(),
        runtime: z.string(),
        dataDir: z.string(),
        logFile: z.string().optional(),
        /** Files with certificates that are trusted in addition to those of the system. */
        certificates: z
          .array(z.object({ file: z.string(), count: z.number().int(), problem: codedTextSchema.optional() }))
          .default([]),
      }),
    ),
    /** Runs every check, in less than a minute; without a network it ends at once. Changes nothing. */
    run: operation(runInput, z.object({ at: timeSchema, checks: z.array(checkSchema) })),
    /** The checks and the warnings and errors of the log, as JSON text. */
    report: operation(reportInput, z.object({ text: z.string() })),
    /** The same, to a file that the operator selects. */
    saveReport: operation(
      reportInput,
      z.object({ outcome: z.enum(["written", "cancelled"]), file: z.string().optional() }),
    ),
    /** The newest entries of at least this level, newest first. Empty where no log is written. */
    log: operation(
      z.object({ level: logLevelSchema.default("info"), limit: z.number().int().min(1).max(2000).default(200) }),
      z.object({ entries: z.array(logEntrySchema) }),
    ),
  },
  topics: {},
} as const;
