/** Practice mode: the built-in simulator as a service, to learn and to rehearse without a real device. */
import { z } from "zod";
import { operation } from "../kit.ts";

export const practiceStateSchema = z.object({
  state: z.enum(["off", "starting", "running"]),
  /** Name of its connection, once it was created. */
  connection: z.string().optional(),
  endpoints: z.number().int().optional(),
});
export type PracticeState = z.output<typeof practiceStateSchema>;

export const practice = {
  operations: {
    get: operation(z.object({}), practiceStateSchema),
    /** Starts the simulator, creates or renews the connection "Practice" and makes it the current one. */
    start: operation(
      z.object({ endpoints: z.number().int().min(1).max(1_000_000).default(10_000) }),
      practiceStateSchema,
    ),
    stop: operation(z.object({}), practiceStateSchema),
  },
  topics: { "practice.changed": z.object({}) },
} as const;
