/** The standing list of those who must not be sent to, per connection. Applied at planning and again at claiming. */
import { z } from "zod";
import { operation, timeSchema } from "./kit.ts";

export const suppressedSchema = z.object({
  /** As it was given: an endpoint's id, or any identifier. */
  value: z.string(),
  note: z.string(),
  addedAt: timeSchema,
  /** Who it is in the local copy. */
  endpoint: z.string().optional(),
  name: z.string().optional(),
  /** Whom the value has named and does not name any more: protected all the same. `was` is what it was called then. */
  formerEndpoints: z
    .array(z.object({ endpoint: z.string(), name: z.string().optional(), was: z.string().optional() }))
    .optional(),
});
export type Suppressed = z.output<typeof suppressedSchema>;

const scope = { connection: z.string().optional() };
const suppressionInput = {
  /** Each is one identifier. */
  values: z.array(z.string().trim().min(1)).max(100_000).default([]),
  /** What was pasted or stood in a file, read as a suppression file: one per line, or columns by their names. */
  text: z.string().max(50_000_000).optional(),
  /** What the text is called in sentences. */
  textName: z.string().max(1_000).optional(),
};

export const suppression = {
  operations: {
    list: operation(z.object(scope), z.object({ entries: z.array(suppressedSchema) })),
    /**
     * Those that are on the list keep their note. Nothing is added when something cannot be read: fails `suppression-empty`,
     * `suppression-damaged` (a rounded number, a line that is not split), `identifier-unknown` (several columns, none of a known
     * name), `csv-malformed`.
     */
    add: operation(
      z.object({
        ...scope,
        ...suppressionInput,
        note: z.string().max(300).default(""),
      }),
      z.object({
        added: z.number().int(),
        /** How many of the values name an endpoint of the local copy now, and how many nobody; the first few of these. */
        named: z.number().int(),
        unmatched: z.number().int(),
        firstUnmatched: z.array(z.string()),
      }),
    ),
    remove: operation(z.object({ ...scope, ...suppressionInput }), z.object({ removed: z.number().int() })),
  },
  topics: { "suppression.changed": z.object({ connection: z.string() }) },
} as const;
