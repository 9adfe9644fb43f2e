/**
 * Appends to the chain: one commit at a time; drafts that arrive during a commit go into the next one.
 *
 * Invariants: drafts are appended in call order, each once; `append` resolves only after its commit; a draft passed to `appendSoon` is on
 * disk at most `gatherMs` later, or with the next commit, also where the disk was full in between.
 */
import { isAppError } from "#shared/failure.ts";
import type { Clock, Log } from "../../core/hosts.ts";
import type { DraftInput, MessageCommon, MessageTuple, MessagesDraft } from "./entry.ts";

/** How long entries without a waiting caller are collected (milliseconds), and how many at most. */
const gatherMs = 250;
const gatherMost = 256;
/** The most drafts that wait for the disk. */
const mostUnwritten = 10_000;

export interface AuditWriter {
  /**
   * Resolves with the link's sequence number once it is on disk, or 0 for a resolution that matched no open call; rejects if the write
   * fails.
   */
  append(draft: DraftInput): Promise<number>;
  appendSoon(draft: DraftInput): void;
  /** As `appendSoon`; messages with the identical `common` object in one commit share a link. */
  appendMessage(common: MessageCommon, call: MessageTuple): void;
  /** Resolves once everything passed so far was written, or has failed. */
  flush(): Promise<void>;
}

interface Waiting {
  readonly draft: DraftInput;
  readonly done?: { resolve(seq: number): void; reject(error: unknown): void };
}

export function createAuditWriter(deps: {
  readonly store: { append(drafts: readonly DraftInput[]): Promise<readonly number[]> };
  readonly clock: Clock;
  readonly log: Log;
  readonly onAppended: () => void;
}): AuditWriter {
  const { store, clock, log, onAppended } = deps;
  /** From commits that failed: written with the next one. */
  let unwritten: readonly Waiting[] = [];
  let waiting: Waiting[] = [];
  let messages = new Map<MessageCommon, MessageTuple[]>();
  let messageCount = 0;
  let urgent = false;
  let busy: Promise<void> | undefined;
  let cancelGather: (() => void) | undefined;

  const commitIfDue = (): void => {
    if (busy !== undefined || (waiting.length + messageCount === 0 && (unwritten.length === 0 || !urgent))) return;
    if (urgent || waiting.length + messageCount >= gatherMost) {
      cancelGather?.();
      cancelGather = undefined;
      busy = commit().finally(() => {
        busy = undefined;
        commitIfDue();
      });
      return;
    }
    cancelGather ??= clock.after(gatherMs, () => {
      cancelGather = undefined;
      urgent = true;
      commitIfDue();
    });
  };

  const takeMessages = (): readonly Waiting[] => {
    const links = [...messages].map(([common, calls]): Waiting => ({ draft: messagesDraft(common, calls) }));
    messages = new Map();
    messageCount = 0;
    return links;
  };

  const commit = async (): Promise<void> => {
    const batch = [...unwritten, ...waiting, ...takeMessages()];
    unwritten = [];
    waiting = [];
    urgent = false;
    try {
      const numbers = await store.append(batch.map(({ draft }) => draft));
      for (const [place, { done }] of batch.entries()) done?.resolve(numbers[place] ?? 0);
      onAppended();
    } catch (error) {
      log.error("audit.not-written", { entries: batch.length }, error);
      for (const { done } of batch) done?.reject(error);
      // No caller waits for the others, and what they report is done: they are written once the disk allows it.
      const isRepeatable = isAppError(error, "disk-full") || isAppError(error, "data-dir-read-only");
      if (isRepeatable) unwritten = batch.filter(({ done }) => done === undefined).slice(0, mostUnwritten);
    }
  };

  return {
    append: (draft) =>
      new Promise((resolve, reject) => {
        waiting.push({ draft, done: { resolve, reject } });
        urgent = true;
        commitIfDue();
      }),
    appendSoon: (draft) => {
      waiting.push({ draft });
      commitIfDue();
    },
    appendMessage: (common, call) => {
      const calls = messages.get(common);
      if (calls === undefined) messages.set(common, [call]);
      else calls.push(call);
      messageCount += 1;
      commitIfDue();
    },
    flush: async () => {
      const before = busy;
      urgent = waiting.length + messageCount + unwritten.length > 0;
      commitIfDue();
      await before;
      // The commit that took what was waiting; what arrives during it is not awaited.
      await busy;
    },
  };
}

function messagesDraft(common: MessageCommon, calls: readonly MessageTuple[]): MessagesDraft {
  const times = calls.map(([at]) => at);
  return { ...common, type: "messages", kind: "message", at: Math.min(...times), until: Math.max(...times), calls };
}
