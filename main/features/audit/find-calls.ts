/** Calls of the audit that fit a question, gathered over as many turns of the store's thread as that takes. */
import { throwIfStopped } from "../../wait.ts";
import type { AuditStore } from "./parts.ts";
import type { CallPlace, StoredCall, StoredQuestion } from "./stored-question.ts";

/** Newest first, at most `limit`. */
export async function findCalls(
  store: AuditStore,
  question: StoredQuestion,
  page: { readonly before: CallPlace | undefined; readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly StoredCall[]> {
  const found: StoredCall[] = [];
  let { before } = page;
  for (;;) {
    throwIfStopped(page.signal);
    const { items, next } = await store.list(question, { before, limit: page.limit - found.length });
    found.push(...items);
    if (next === undefined || found.length >= page.limit) return found;
    before = next;
  }
}
