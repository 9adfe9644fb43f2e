/** The session of a connection: its user, its expiry, and why there is none. Contains no token. */
import { z } from "zod";
import { codedTextSchema, operation, timeSchema } from "../kit.ts";

export const signedOutReasonSchema = z.enum([
  "never-signed-in",
  "signed-out",
  "expired",
  "signed-in-elsewhere",
  "refused",
  "locked-out",
  "unreachable",
  "refresh-lost",
  /** The address of the connection differs from the one of its tokens. */
  "origin-changed",
  /** The keychain cannot be read now: none was chosen, or its passphrase is missing. The session itself may be valid. */
  "keychain-closed",
]);
export type SignedOutReason = z.output<typeof signedOutReasonSchema>;

export const sessionStateSchema = z.object({
  connection: z.string(),
  state: z.enum(["signed-in", "signed-out"]),
  /** Set when signed out; also while signed in when the last refresh failed for a transient reason. */
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
  /** The protection of the stored tokens. */
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
