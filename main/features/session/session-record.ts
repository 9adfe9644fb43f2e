/** What the database remembers about a session: when it ends and why it ended. Never a token. */
import { codedTextSchema } from "#contract/kit.ts";
import { decodeText } from "#shared/texts/coded-text.ts";
import { z } from "zod";

/** Why tokens can no longer, or for now not, be had. */
export const problemSchema = z.object({
  reason: z.enum([
    "expired",
    "signed-in-elsewhere",
    "refused",
    "locked-out",
    "unreachable",
    "refresh-lost",
    "origin-changed",
  ]),
  /** An earlier version kept the sentence. */
  message: z.union([codedTextSchema, z.string().transform(decodeText)]),
  /** Locked out: no attempt before this moment. */
  until: z.number().optional(),
});
export type Problem = z.output<typeof problemSchema>;

export const sessionRecordSchema = z.object({
  protection: z.enum(["system", "file", "memory"]),
  signedOut: z.boolean().default(false),
  authExpiresAt: z.number().optional(),
  refreshExpiresAt: z.number().optional(),
  /** The service answered 401 to the token in hand. */
  authRejected: z.boolean().default(false),
  problem: problemSchema.optional(),
});
export type SessionRecord = z.output<typeof sessionRecordSchema>;

/** A saved record; one that cannot be read is as good as none, since the keychain decides. */
export function readRecord(saved: unknown, protection: SessionRecord["protection"]): SessionRecord {
  const parsed = sessionRecordSchema.safeParse(saved);
  return parsed.success ? parsed.data : { protection, signedOut: false, authRejected: false };
}
