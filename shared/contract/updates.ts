/** Newer versions of this program. */
import { z } from "zod";
import { operation, timeSchema } from "./kit.ts";

export const updateSchema = z.object({
  /** The version that runs. */
  current: z.string(),
  /**
   * "no-feed": this build does not look for updates; "off": disabled in the settings; "unknown": not read yet, or not read successfully;
   * "latest"; "available".
   */
  state: z.enum(["no-feed", "off", "unknown", "latest", "available"]),
  /** The newer one. */
  version: z.string().optional(),
  /** The last successful read. */
  checkedAt: timeSchema.optional(),
  /** The program can install it; otherwise it is installed as the program was. */
  inPlace: z.boolean(),
});
export type Update = z.output<typeof updateSchema>;

export const updates = {
  operations: {
    /** As last read; without a network request. */
    get: operation(z.object({}), updateSchema),
    /** Reads the list of versions now. Fails `update-feed-failed`, or as a request does. */
    check: operation(z.object({}), updateSchema),
  },
  topics: {
    /** A newer version was found, by the daily check. */
    "updates.available": z.object({ version: z.string() }),
    "updates.changed": z.object({}),
  },
} as const;
