/** The session of a connection: who is signed in, until when, and why not. Holds no token. */
import { z } from "zod";
import { codedTextSchema, operation, timeSchema } from "./kit.ts";

export const signedOutReasonSchema = z.enum([
  "never-signed-in",
  "signed-out",
  "expired",
  "signed-in-elsewhere",
  "refused",
  "locked-out",
  "unreachable",
  "refresh-lost",
  /** The address of the connection is not the one that the tokens belong to. */
  "origin-changed",
  /** The keychain cannot be read now: nobody has chosen one, or its passphrase is missing. The session itself may be well. */
  "keychain-closed",
]);
export type SignedOutReason = z.output<typeof signedOutReasonSchema>;

export const sessionStateSchema = z.object({
  connection: z.string(),
  state: z.enum(["signed-in", "signed-out"]),
  /** Set when signed out; also while signed in when the last refresh failed for a reason that may pass. */
  reason: signedOutReasonSchema.optional(),
  message: codedTextSchema.optional(),
  kind: z.enum(["application-token", "user"]),
  identity: z.object({
    organisationId: z.string().optional(),
    organisationName: z.string().optional(),
    username: z.string().optional(),
  }),
  authExpiresAt: timeSchema.optional(),
  refreshExpiresAt: timeSchema.optional(),
  /** What protects the tokens at rest. */
  protection: z.enum(["system", "file", "memory"]),
});
export type SessionState = z.output<typeof sessionStateSchema>;

const named = z.object({ connection: z.string().optional() });

export const session = {
  operations: {
    get: operation(named, sessionStateSchema),
    signOut: operation(named, sessionStateSchema),
  },
  topics: { "session.changed": z.object({ connection: z.string() }) },
} as const;
