/** Forgetting a connection: its tokens, its copy of the fleet, its views and audiences; what it sent stays on the record. */
import type { ConnectionBook } from "./connection-book.ts";
import { refuseWhileOpen } from "./in-use.ts";
import type { CampaignQuestions } from "./in-use.ts";

export interface ForgetParts {
  readonly book: ConnectionBook;
  readonly campaigns: CampaignQuestions;
  /** Ends the session and takes its tokens out of the keychain, now or as soon as the keychain can be opened. */
  readonly endSession: (connectionId: number, vaultKey: string) => Promise<void>;
  /** Ends the client. */
  readonly onForgotten: (connectionId: number) => Promise<void>;
  /** What other features keep for a connection, by the connection's id. */
  readonly keepers: readonly ((connectionId: number) => Promise<void>)[];
}

/**
 * Throws `connection-unknown` or `connection-in-use`. The connection leaves the list first: whatever dies after that leaves nothing
 * that could be used, and its tokens belong to nobody, so that the next start removes them.
 */
export async function forget(parts: ForgetParts, name: string): Promise<void> {
  const { book, campaigns, endSession, onForgotten, keepers } = parts;
  const connection = await book.find(name);
  await refuseWhileOpen(campaigns, connection);
  await book.retire(connection.id);
  await onForgotten(connection.id);
  await endSession(connection.id, connection.vaultKey);
  for (const keep of keepers) await keep(connection.id);
}
