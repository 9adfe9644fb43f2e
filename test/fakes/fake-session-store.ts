/** Connections of sessions, in memory. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { SessionStore, SessionSubject } from "../../main/features/connections/session/sessions.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock } from "../../main/core/hosts.ts";

export interface FakeSessionStore extends SessionStore {
  /** Adds or replaces the connection with that id. */
  put(subject: SessionSubject): void;
}

export function createFakeSessionStore(clock: Clock): FakeSessionStore {
  const subjects = new Map<number, SessionSubject>();
  const keys = new Map<string, string>();
  const blocks = new Map<string, number>();
  const one = (subject: SessionSubject | undefined): SessionSubject => {
    if (subject === undefined) throw new AppError("connection-unknown", codedText("internal"));
    return subject;
  };
  return {
    put: (subject) => subjects.set(subject.id, subject),
    find: async (name) => one([...subjects.values()].find((subject) => name === undefined || subject.name === name)),
    byId: async (id) => one(subjects.get(id)),
    saveSession: async (id, vaultKey, session) => {
      const subject = subjects.get(id);
      if (subject?.vaultKey === vaultKey) subjects.set(id, { ...subject, session });
    },
    rememberVaultKey: async (key, protection) => {
      keys.set(key, protection);
    },
    deleteVaultKey: async (key) => {
      keys.delete(key);
    },
    orphanedVaultKeys: async (protection) => {
      const owned = new Set([...subjects.values()].map(({ vaultKey }) => vaultKey));
      return [...keys].filter(([key, of]) => of === protection && !owned.has(key)).map(([key]) => key);
    },
    blockedUntil: async (baseUrl, identity) => {
      const until = blocks.get(`${baseUrl} ${identity}`);
      return until !== undefined && clock.now() < until ? until : undefined;
    },
    blockUntil: async (baseUrl, identity, until) => {
      blocks.set(`${baseUrl} ${identity}`, until);
    },
  };
}
