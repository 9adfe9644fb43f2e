/** The suppression list of a connection: endpoints that must not be sent to. Applied at planning and again at claiming. */
import { z } from "zod";
import { operation, timeSchema, connectionField } from "../kit.ts";

export const suppressedSchema = z.object({
  /** The input: an endpoint's id, or any identifier. */
  value: z.string(),
  note: z.string(),
  addedAt: timeSchema,
  /** The matching endpoint in the cache. */
  endpoint: z.string().optional(),
  name: z.string().optional(),
  /** Endpoints that the value matched earlier and no longer matches: still suppressed. `was` is their former name. */
  formerEndpoints: z
    .array(z.object({ endpoint: z.string(), name: z.string().optional(), was: z.string().optional() }))
    .optional(),
});
export type Suppressed = z.output<typeof suppressedSchema>;

const suppressionInput = {
  /** Each is one identifier. */
  values: z.array(z.string().trim().min(1)).max(100_000).default([]),
  /** Pasted or read from a file, in the format of a suppression file: one per line, or columns by their names. */
  text: z.string().max(50_000_000).optional(),
  /** The name of the text in messages. */
  textName: z.string().max(1_000).optional(),
};

export const suppression = {
  operations: {
    list: operation(z.object(connectionField), z.object({ entries: z.array(suppressedSchema) })),
    /**
     * Existing entries keep their note. Nothing is added when any line is invalid: fails `suppression-empty`,
     * `suppression-damaged` (a rounded number, a line that is not split), `identifier-unknown` (several columns, none with a known
     * name), `csv-malformed`.
     */
    add: operation(
      z.object({
        ...connectionField,
        ...suppressionInput,
        note: z.string().max(300).default(""),
      }),
      z.object({
        added: z.number().int(),
        /** How many of the values match a cached endpoint now, how many match none, and the first few of the latter. */
        named: z.number().int(),
        unmatched: z.number().int(),
        firstUnmatched: z.array(z.string()),
      }),
    ),
    remove: operation(z.object({ ...connectionField, ...suppressionInput }), z.object({ removed: z.number().int() })),
  },
  topics: { "suppression.changed": z.object({ connection: z.string() }) },
} as const;
