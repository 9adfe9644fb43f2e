/**
 * The audit entries of the page, and the result of verifying the chain.
 *
 * Invariant: new entries are only counted above the list; its rows change on user action only.
 */
import type { AuditEntry, AuditVerdict } from "#shared/contract/audit/audit-schemas.ts";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import { fleet } from "../../lib/fleet.ts";
import { throttle } from "../../lib/throttle.ts";
import type { ListPlace } from "../../lib/list-place.ts";
import { failed, loading, idle, ready, type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { type Query, queryPart, parseAuditQuery } from "./audit-query.ts";

export interface AuditResult {
  readonly items: readonly AuditEntry[];
  readonly nextCursor: string | undefined;
  /** Whether the audit has any entry, regardless of the filter. */
  readonly hasAny: boolean;
}

export interface AuditSlice {
  readonly auditRequest: AuditQuestion;
  /** The part of the address that the query was built from. */
  readonly auditQuery: string;
  readonly audit: AsyncState<AuditResult>;
  /** New entries match the current query. */
  readonly auditFresh: boolean;
  readonly auditSeen: boolean;
  readonly auditPlace: ListPlace;
  readonly auditVerdict: AsyncState<AuditVerdict>;
  readonly auditConnections: readonly string[];
  /** Loads the query of an address; repeating the same query refreshes it. */
  readonly loadAudit: (query: Query) => Promise<void>;
  readonly renewAudit: () => Promise<void>;
  readonly moreAudit: () => Promise<void>;
  readonly verifyAudit: () => Promise<void>;
  readonly clearAuditVerdict: () => void;
  readonly handleNewAuditEntries: () => Promise<void>;
  readonly setAuditVisible: (seen: boolean) => void;
  readonly saveAuditPlace: (place: ListPlace) => void;
}

const start: ListPlace = { offset: 0, active: 0 };
const pageSize = 200;
const mostAtOnce = 1000;

export const createAuditSlice: SliceCreator<AuditSlice> = (set, get) => {
  let more = false;
  const renew = async (request: AuditQuestion, atLeast: number): Promise<void> => {
    try {
      const result = await readList(request, atLeast);
      const { names } = await fleet.audit.connections({});
      if (get().auditRequest === request) set({ audit: ready(result), auditFresh: false, auditConnections: names });
    } catch (error) {
      if (get().auditRequest === request) set({ audit: failed(get().audit, error) });
    }
  };
  return {
    auditRequest: {},
    auditQuery: "",
    audit: idle,
    auditFresh: false,
    auditSeen: false,
    auditPlace: start,
    auditVerdict: idle,
    auditConnections: [],
    loadAudit: async (query) => {
      const of = JSON.stringify(queryPart(query));
      const same = get().auditQuery === of;
      const request = parseAuditQuery(query, Date.now());
      set({
        auditRequest: request,
        auditQuery: of,
        audit: loading(get().audit),
        auditPlace: same ? get().auditPlace : start,
      });
      await renew(request, same ? (dataOf(get().audit)?.items.length ?? 0) : 0);
    },
    renewAudit: async () => {
      set({ audit: loading(get().audit), auditPlace: start });
      await renew(get().auditRequest, 0);
    },
    moreAudit: async () => {
      const { auditRequest: request, audit } = get();
      const before = dataOf(audit);
      if (more || before?.nextCursor === undefined) return;
      more = true;
      try {
        const page = await fleet.audit.list({ ...request, limit: pageSize, cursor: before.nextCursor });
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
    clearAuditVerdict: () => set({ auditVerdict: idle }),
    handleNewAuditEntries: async () => {
      const { auditRequest: request, audit } = get();
      const before = dataOf(audit);
      if (before === undefined) return;
      try {
        const { items } = await fleet.audit.list({ ...request, limit: 1 });
        const [newest] = items;
        if (get().audit !== audit || newest === undefined) return;
        const [first] = before.items;
        // No row being read would move: an empty list shows its first entries immediately, and an outcome that was resolved later is shown.
        if (first === undefined) await renew(request, 0);
        else set({ auditFresh: newest.id !== first.id || newest.chain.length !== first.chain.length });
      } catch (error) {
        if (get().audit === audit) set({ audit: failed(audit, error) });
      }
    },
    setAuditVisible: (auditSeen) => set({ auditSeen }),
    saveAuditPlace: (auditPlace) => set({ auditPlace }),
  };
};

async function readList(request: AuditQuestion, atLeast: number): Promise<AuditResult> {
  const items: AuditEntry[] = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = Math.min(mostAtOnce, Math.max(pageSize, atLeast - items.length));
    const page = await fleet.audit.list({ ...request, limit, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined || items.length >= atLeast) return { items, nextCursor: cursor, hasAny: page.hasAny };
  }
}

export const auditTopics: SliceTopics<AuditSlice> = (slice) => {
  const notice = throttle(
    async () => {
      if (slice().auditSeen && !document.hidden) await slice().handleNewAuditEntries();
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
