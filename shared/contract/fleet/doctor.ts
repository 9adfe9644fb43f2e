/** The identifier check: validates a pasted list of identifiers row by row. */
import { z } from "zod";
import { identifierSchema } from "../campaigns/campaign-schemas.ts";
import { codedTextSchema, operation } from "../kit.ts";

export const verdictSchema = z.enum([
  "resolved",
  /** Rounded by a spreadsheet. */
  "damaged",
  "bad-check-digit",
  /** The same endpoint is in an earlier row. */
  "duplicate",
  /** Well formed, but without a match in the cache. */
  "unknown",
  /** Several endpoints match. */
  "ambiguous",
  /** Not a value of any kind. */
  "unreadable",
]);
export type Verdict = z.output<typeof verdictSchema>;

export const examinedRowSchema = z.object({
  /** As in a spreadsheet: the first line is 1. */
  row: z.number().int(),
  identifier: z.string(),
  verdict: verdictSchema,
  kind: identifierSchema.optional(),
  endpoint: z.object({ id: z.string(), name: z.string().optional() }).optional(),
  /** For a duplicate: its first row. */
  firstRow: z.number().int().optional(),
  /** The reason; missing where the verdict is sufficient. */
  detail: codedTextSchema.optional(),
});
export type ExaminedRow = z.output<typeof examinedRowSchema>;

export const doctor = {
  operations: {
    /**
     * Examines a list: one identifier per line, or a table (comma, semicolon or tab) whose identifying column
     * is detected, or named by `column` (from 1). Empty lines are skipped. Uses the cache; nothing is sent.
     * Fails `too-many-rows` over 200,000.
     */
    examine: operation(
      z.object({
        connection: z.string().optional(),
        text: z.string().max(50_000_000),
        kind: identifierSchema.optional(),
        column: z.number().int().min(1).optional(),
      }),
      z.object({
        rows: z.array(examinedRowSchema),
        counts: z.record(verdictSchema, z.number().int()),
        /** Lines without content, which have no row in the result. */
        emptyLines: z.number().int(),
        /** The column that was used, when the list is a table: from 1, with its header where there is one. */
        column: z.object({ number: z.number().int(), header: z.string().optional() }).optional(),
        columns: z.array(z.string()),
      }),
    ),
    /** Writes rows as CSV to a file that the operator selects in main's own dialog. */
    exportRows: operation(
      z.object({ suggestedName: z.string().max(120), rows: z.array(examinedRowSchema) }),
      z.object({ outcome: z.enum(["written", "cancelled"]), rows: z.number().int(), file: z.string().optional() }),
    ),
  },
  topics: {},
} as const;
