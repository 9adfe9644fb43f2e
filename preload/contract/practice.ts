/** Practice: the built-in simulator as a service of one's own, to learn and to rehearse without a real device. */
import { z } from "zod";
import { operation } from "./kit.ts";

export const practiceStateSchema = z.object({
  state: z.enum(["off", "starting", "running"]),
  /** Name of the connection that leads to it, once it was made. */
  connection: z.string().optional(),
  endpoints: z.number().int().optional(),
});
export type PracticeState = z.output<typeof practiceStateSchema>;

export const practice = {
  operations: {
    get: operation(z.object({}), practiceStateSchema),
    /** Starts the simulator, makes or renews the connection "Practice" and makes it the current one. */
    start: operation(
      z.object({ endpoints: z.number().int().min(1).max(1_000_000).default(10_000) }),
      practiceStateSchema,
    ),
    stop: operation(z.object({}), practiceStateSchema),
  },
  topics: { "practice.changed": z.object({}) },
} as const;
