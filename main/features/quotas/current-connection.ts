/** Changing the options of a connection replaces its client and closes the former one, also during a run. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";

/**
 * The current connection: the same object while its options are unchanged. Throws where it was removed or leads to
 * another service.
 */
export async function requireCurrentConnection(
  { connections }: QuotaDeps,
  { id }: QuotaConnection,
): Promise<QuotaConnection> {
  return await connections.openById(id);
}

export const optionsChanged = codedText("quota-connection-changed");
