/**
 * The entries of the audit that the page shows, and what checking the chain came to.
 *
 * Invariant: an entry that comes by itself is announced above the list; only what a person does changes its rows.
 */
import type { AuditEntry, AuditVerdict } from "#contract/audit-words.ts";
import type { AuditQuestion } from "#contract/audit.ts";
import { fleet } from "../../lib/fleet.ts";
import { gently } from "../../lib/gently.ts";
import type { ListPlace } from "../../lib/list-place.ts";
import { failed, loading, never, ready, type Remote, shown } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { type Query, questionPart, readQuestion } from "./audit-model.ts";

export interface AuditFound {
  readonly items: readonly AuditEntry[];
  readonly nextCursor: string | undefined;
  /** Whether there is any entry, whatever was asked. */
  readonly hasAny: boolean;
}

export interface AuditSlice {
  readonly auditAsked: AuditQuestion;
  /** The part of the address that the question was made of. */
  readonly auditQuery: string;
  readonly audit: Remote<AuditFound>;
  /** Something new would stand in the list. */
  readonly auditFresh: boolean;
  readonly auditSeen: boolean;
  readonly auditPlace: ListPlace;
  readonly auditVerdict: Remote<AuditVerdict>;
  readonly auditConnections: readonly string[];
  /** The question of an address; the same one again renews the answer. */
  readonly askAudit: (query: Query) => Promise<void>;
  readonly renewAudit: () => Promise<void>;
  readonly moreAudit: () => Promise<void>;
  readonly verifyAudit: () => Promise<void>;
  readonly forgetAuditVerdict: () => void;
  readonly noticeAudit: () => Promise<void>;
  readonly seeAudit: (seen: boolean) => void;
  readonly keepAuditPlace: (place: ListPlace) => void;
}

const start: ListPlace = { offset: 0, active: 0 };
const pageSize = 200;
const mostAtOnce = 1000;

export const createAuditSlice: SliceCreator<AuditSlice> = (set, get) => {
  let more = false;
  const renew = async (asked: AuditQuestion, atLeast: number): Promise<void> => {
    try {
      const found = await readList(asked, atLeast);
      const { names } = await fleet.audit.connections({});
      if (get().auditAsked === asked) set({ audit: ready(found), auditFresh: false, auditConnections: names });
    } catch (error) {
      if (get().auditAsked === asked) set({ audit: failed(get().audit, error) });
    }
  };
  return {
    auditAsked: {},
    auditQuery: "",
    audit: never,
    auditFresh: false,
    auditSeen: false,
    auditPlace: start,
    auditVerdict: never,
    auditConnections: [],
    askAudit: async (query) => {
      const of = JSON.stringify(questionPart(query));
      const same = get().auditQuery === of;
      const asked = readQuestion(query, Date.now());
      set({
        auditAsked: asked,
        auditQuery: of,
        audit: loading(get().audit),
        ...(same ? {} : { auditPlace: start }),
      });
      await renew(asked, same ? (shown(get().audit)?.items.length ?? 0) : 0);
    },
    renewAudit: async () => {
      set({ audit: loading(get().audit), auditPlace: start });
      await renew(get().auditAsked, 0);
    },
    moreAudit: async () => {
      const { auditAsked: asked, audit } = get();
      const before = shown(audit);
      if (more || before?.nextCursor === undefined) return;
      more = true;
      try {
        const page = await fleet.audit.list({ ...asked, limit: pageSize, cursor: before.nextCursor });
        if (get().audit !== audit) return;
        set({ audit: ready({ ...before, nextCursor: page.nextCursor, items: [...before.items, ...page.items] }) });
      } catch (error) {
        if (get().audit === audit) set({ audit: failed(audit, error) });
      } finally {
        more = false;
      }
    },
    verifyAudit: async () => {
      const before = get().auditVerdict;
      if (before.state === "loading") return;
      set({ auditVerdict: loading(before) });
      try {
        set({ auditVerdict: ready(await fleet.audit.verify({})) });
      } catch (error) {
        set({ auditVerdict: failed(before, error) });
      }
    },
    forgetAuditVerdict: () => set({ auditVerdict: never }),
    noticeAudit: async () => {
      const { auditAsked: asked, audit } = get();
      const before = shown(audit);
      if (before === undefined) return;
      try {
        const { items } = await fleet.audit.list({ ...asked, limit: 1 });
        const [newest] = items;
        if (get().audit !== audit || newest === undefined) return;
        const [first] = before.items;
        // Nothing of what is read would move: an empty list shows its first entry by itself, and an answer that came is told.
        if (first === undefined) await renew(asked, 0);
        else set({ auditFresh: newest.id !== first.id || newest.chain.length !== first.chain.length });
      } catch (error) {
        if (get().audit === audit) set({ audit: failed(audit, error) });
      }
    },
    seeAudit: (auditSeen) => set({ auditSeen }),
    keepAuditPlace: (auditPlace) => set({ auditPlace }),
  };
};

async function readList(asked: AuditQuestion, atLeast: number): Promise<AuditFound> {
  const items: AuditEntry[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = Math.min(mostAtOnce, Math.max(pageSize, atLeast - items.length));
    const page = await fleet.audit.list({ ...asked, limit, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined || items.length >= atLeast) return { items, nextCursor: cursor, hasAny: page.hasAny };
  }
}

export const auditTopics: SliceTopics<AuditSlice> = (slice) => {
  const notice = gently(
    async () => {
      if (slice().auditSeen && !document.hidden) await slice().noticeAudit();
    },
    { everyMs: 1000 },
  );
  return {
    "audit.added": notice,
    "shell.visibility": ({ missed }) => {
      if (missed) notice();
    },
  };
};
