/** Handlers of the session contract. */
import type { session, SessionState } from "#shared/contract/connections/session.ts";
import type { Handlers } from "#shared/contract/kit.ts";

interface Sessions {
  state(name?: string): Promise<SessionState>;
  signOut(name?: string): Promise<SessionState>;
}

export function createSessionHandlers(sessions: Sessions): Handlers<typeof session> {
  return {
    get: ({ connection }) => sessions.state(connection),
    signOut: ({ connection }) => sessions.signOut(connection),
  };
}
