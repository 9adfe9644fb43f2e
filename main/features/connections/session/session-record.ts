/** The stored record of a session: when it ends and why it ended. Never a token. */
import { codedTextSchema } from "#shared/contract/kit.ts";
import { decodeText } from "#shared/texts/coded-text.ts";
import { z } from "zod";

/** Why tokens can no longer be obtained, or temporarily cannot. */
const problemSchema = z.object({
  reason: z.enum([
    "expired",
    "signed-in-elsewhere",
    "refused",
    "locked-out",
    "unreachable",
    "refresh-lost",
    "origin-changed",
  ]),
  /** Earlier versions stored the sentence. */
  message: z.union([codedTextSchema, z.string().transform(decodeText)]),
  /** Locked out: no attempt before this moment. */
  until: z.number().optional(),
});
export type Problem = z.output<typeof problemSchema>;

const sessionRecordSchema = z.object({
  protection: z.enum(["system", "file", "memory"]),
  signedOut: z.boolean().default(false),
  authExpiresAt: z.number().optional(),
  refreshExpiresAt: z.number().optional(),
  /** The service answered 401 to the current token. */
  authRejected: z.boolean().default(false),
  problem: problemSchema.optional(),
});
export type SessionRecord = z.output<typeof sessionRecordSchema>;

/** Parses a saved record; an unreadable one counts as missing, since the keychain is authoritative. */
export function readRecord(saved: unknown, protection: SessionRecord["protection"]): SessionRecord {
  const parsed = sessionRecordSchema.safeParse(saved);
  return parsed.success ? parsed.data : { protection, signedOut: false, authRejected: false };
}
