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
});
export type Suppressed = z.output<typeof suppressedSchema>;

const scope = { connection: z.string().optional() };

export const suppression = {
  operations: {
    list: operation(z.object(scope), z.object({ entries: z.array(suppressedSchema) })),
    /** Adds values, one per line or given singly; those that are on the list keep their note. Fails `suppression-damaged`. */
    add: operation(
      z.object({
        ...scope,
        values: z.array(z.string().trim().min(1)).min(1).max(100_000),
        note: z.string().max(300).default(""),
      }),
      z.object({ added: z.number().int() }),
    ),
    remove: operation(
      z.object({ ...scope, values: z.array(z.string()).min(1) }),
      z.object({ removed: z.number().int() }),
    ),
  },
  topics: { "suppression.changed": z.object({ connection: z.string() }) },
} as const;
