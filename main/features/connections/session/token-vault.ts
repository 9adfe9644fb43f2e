/**
 * The tokens of one session in the keychain.
 * `<key>` holds the tokens as JSON; `<key>/refreshing` records, before a refresh token is used, which one was used and when.
 * The mark names the token by its fingerprint, so it becomes void as soon as a newer token is stored.
 * The tokens name the service that they belong to: the database, which anyone who can write the file can change, does not determine where
 * they are sent.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { z } from "zod";
import { AppError, isAppError } from "#shared/failure.ts";
import type { Keychain } from "../../../core/hosts.ts";
import { type Tokens, fingerprint, tokensSchema } from "./tokens.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import type { SessionRecord } from "./session-record.ts";

export interface TokenVault {
  /** Undefined when the keychain has no tokens for this session. They name the service that they belong to, where it is known. */
  load(): Promise<Tokens | undefined>;
  store(tokens: Tokens): Promise<void>;
  /** Records that this refresh token is about to be used. */
  markRefresh(refreshToken: string, at: number): Promise<void>;
  /** The service certainly did not receive it, so it may be used again. */
  clearMark(): Promise<void>;
  /** True when this refresh token was used and no newer one was stored: its answer was lost. */
  wasUsed(refreshToken: string): Promise<boolean>;
  remove(): Promise<void>;
}

const markSchema = z.object({ token: z.string(), at: z.number() });

/** `baseUrl`: of the service that stored tokens belong to. */
export function createTokenVault(keychain: Keychain, key: string, baseUrl: string): TokenVault {
  const markKey = markOf(key);
  return {
    load: async () => {
      const text = await keychain.get(key);
      return text === undefined ? undefined : read(tokensSchema, text);
    },
    store: (tokens) => keychain.set(key, JSON.stringify({ ...tokens, baseUrl })),
    markRefresh: (refreshToken, at) => {
      const mark: z.output<typeof markSchema> = { token: fingerprint(refreshToken), at };
      return keychain.set(markKey, JSON.stringify(mark));
    },
    clearMark: () => keychain.delete(markKey),
    wasUsed: async (refreshToken) => {
      const text = await keychain.get(markKey);
      return text !== undefined && read(markSchema, text).token === fingerprint(refreshToken);
    },
    remove: () => removeTokens(keychain, key),
  };
}

/** Removes everything of a session from the keychain. */
export async function removeTokens(keychain: Keychain, key: string): Promise<void> {
  await keychain.delete(key);
  await keychain.delete(markOf(key));
}

function markOf(key: string): string {
  return `${key}/refreshing`;
}

function read<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  const parsed = schema.safeParse(tryParseJson(text));
  if (!parsed.success) throw damaged();
  return parsed.data;
}

function damaged(): AppError {
  return new AppError("keychain-damaged", codedText("keychain-entry-unreadable"));
}

// The state of a session while the keychain cannot be read: the record has its expiry, but not whether it works.

interface Subject {
  readonly name: string;
  readonly kind: SessionState["kind"];
  readonly identity: SessionState["identity"];
}

/** No keychain was selected yet, or it is locked by its passphrase. */
export function isKeychainClosed(error: unknown): error is AppError {
  return isAppError(error, "keychain-undecided") || isAppError(error, "keychain-locked");
}

export function closedState(subject: Subject, record: SessionRecord, message: CodedText): SessionState {
  const { authExpiresAt, refreshExpiresAt, signedOut, protection } = record;
  const { name: connection, kind, identity } = subject;
  const about = { connection, kind, identity, protection };
  if (signedOut) {
    return { ...about, state: "signed-out", reason: "signed-out", message: codedText("session-signed-out") };
  }
  return {
    ...about,
    state: "signed-out",
    reason: "keychain-closed",
    message,
    authExpiresAt,
    refreshExpiresAt,
  };
}
