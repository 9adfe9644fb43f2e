/** Options of a connection may be changed while it is worked over: then it has another client, and the former one is closed. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";

/** The connection as it is now: the same object as long as nothing was changed. Throws where it is gone or leads elsewhere. */
export async function asItIsNow({ connections }: QuotaDeps, { id }: QuotaConnection): Promise<QuotaConnection> {
  return await connections.openById(id);
}

export const optionsChanged = codedText("quota-connection-changed");
