/** Finds the calls that match a query, in as many steps of the store's thread as needed. */
import { throwIfStopped } from "../../core/wait.ts";
import type { AuditStore } from "./deps.ts";
import type { CallPlace, StoredCall, StoredQuestion } from "./stored-question.ts";

/** Newest first, at most `limit`. */
export async function findCalls(
  store: AuditStore,
  question: StoredQuestion,
  page: { readonly before: CallPlace | undefined; readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly StoredCall[]> {
  const calls: StoredCall[] = [];
  let { before } = page;
  for (;;) {
    throwIfStopped(page.signal);
    const { items, next } = await store.list(question, { before, limit: page.limit - calls.length });
    calls.push(...items);
    if (next === undefined || calls.length >= page.limit) return calls;
    before = next;
  }
}
