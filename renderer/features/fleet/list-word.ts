/** Names of lists within a sentence. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { collectionLabels } from "../../lib/records.ts";

/** "endpoints", "SIMs", "tariff plans". */
export function listWord(collection: Collection): string {
  const word = collectionLabels[collection].many;
  return /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);
}
