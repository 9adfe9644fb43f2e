/** The protection of the tokens on this computer, and the choice of one where the system offers none. */
import { z } from "zod";
import { codedTextSchema, operation } from "../kit.ts";

export const keychainStateSchema = z.object({
  /** "undecided": the system has no keychain and none was chosen yet. "locked": a passphrase file waits for its passphrase. */
  state: z.enum(["ready", "undecided", "locked"]),
  /** The protection in force; missing while undecided. */
  protection: z.enum(["system", "file", "memory"]).optional(),
  /** Why the system's keychain cannot be used. */
  systemProblem: codedTextSchema.optional(),
  /** What happened to the tokens of the former protection after a change. */
  note: codedTextSchema.optional(),
});

export const keychain = {
  operations: {
    get: operation(z.object({}), keychainStateSchema),
    /** Tries the system's keychain again, keeps tokens for this session only, or creates a passphrase file. */
    choose: operation(
      z.discriminatedUnion("protection", [
        z.strictObject({ protection: z.literal("system") }),
        z.strictObject({ protection: z.literal("memory") }),
        z.strictObject({ protection: z.literal("file"), passphrase: z.string().min(8).max(1024) }),
      ]),
      keychainStateSchema,
    ),
    /** Unlocks the passphrase file. Fails `passphrase-wrong`. */
    unlock: operation(z.strictObject({ passphrase: z.string().min(1).max(1024) }), keychainStateSchema),
  },
  topics: { "keychain.changed": z.object({}) },
} as const;
