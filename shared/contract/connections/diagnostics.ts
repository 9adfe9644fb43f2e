/** The connection test, and version and paths of the program. */
import { z } from "zod";
import { secretSchema } from "./connections.ts";
import { codedTextSchema, operation } from "../kit.ts";

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
      }),
    ),
  },
  topics: {},
} as const;
