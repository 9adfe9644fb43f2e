/** UI state of the quota pages: rows of the overview, drafts of changes, and the targets of the next bulk change. */
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { readTextDraft, saveTextDraft } from "../../lib/draft-storage.ts";
import { PagedList } from "../../lib/paged-list.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { throttle } from "../../lib/throttle.ts";
import { emptyForm, parseForm, type QuotaForm, writeForm } from "./quota-form.ts";
import { listedKey, type QuotasRequest } from "./quota-query.ts";

export interface QuotasSlice {
  /** Query of the overview; undefined while it is not visible. */
  readonly quotasRequest: QuotasRequest | undefined;
  readonly quotaWindow: PagedList<QuotaItem>;
  /** By connection, endpoint and kind. */
  readonly quotaForms: Readonly<Record<string, QuotaForm>>;
  /** Targets of the next change; undefined while none are selected. */
  readonly quotaSource: QuotaSource | undefined;
  readonly quotaKind: QuotaKind;
  readonly openQuotas: (request: QuotasRequest) => void;
  readonly leaveQuotas: () => void;
  /** Saves the draft of this form; it persists across restarts of the window. */
  readonly saveQuotaForm: (key: string, form: QuotaForm) => void;
  readonly readQuotaForm: (key: string) => void;
  readonly takeQuotaSource: (source: QuotaSource | undefined, kind?: QuotaKind) => void;
}

export function formKey(connection: string, endpoint: string, kind: QuotaKind): string {
  return `${connection}/${endpoint}/${kind}`;
}

/** The form of the next bulk change. */
export function manyKey(connection: string): string {
  return `${connection}/many`;
}

export const createQuotasSlice: SliceCreator<QuotasSlice> = (set, get) => ({
  quotasRequest: undefined,
  quotaWindow: new PagedList<QuotaItem>({ pageSize: 64 }),
  quotaForms: {},
  quotaSource: undefined,
  quotaKind: "data",
  openQuotas: (request) => {
    set({ quotasRequest: request });
    const { quotaWindow } = get();
    // Cached rows of the same query may have become outdated while the page was closed.
    if (quotaWindow.state().visibleKey === listedKey(request)) quotaWindow.refresh();
  },
  leaveQuotas: () => set({ quotasRequest: undefined }),
  saveQuotaForm: (key, form) => {
    saveTextDraft(`quota/${key}`, writeForm(form));
    set(({ quotaForms }) => ({ quotaForms: { ...quotaForms, [key]: form } }));
  },
  readQuotaForm: (key) => {
    if (get().quotaForms[key] !== undefined) return;
    const stored = readTextDraft(`quota/${key}`);
    const form = stored === "" ? emptyForm : parseForm(stored);
    set(({ quotaForms }) => ({ quotaForms: { ...quotaForms, [key]: form } }));
  },
  takeQuotaSource: (quotaSource, kind) => set({ quotaSource, quotaKind: kind ?? get().quotaKind }),
});

/** Incoming readings are throttled, so that reloading the rows takes a bounded share of the time. */
export const quotasTopics: SliceTopics<QuotasSlice> = (slice) => {
  const renewSeen = (): void => {
    if (!document.hidden && slice().quotasRequest !== undefined) slice().quotaWindow.refresh();
  };
  const renew = throttle(renewSeen, { everyMs: 1000 });
  /** A change of a single endpoint in its detail should be visible in the list immediately. */
  const renewSoon = throttle(renewSeen, { everyMs: 250, share: 0.5 });
  const seen = (connection: string): boolean => slice().quotasRequest?.connection === connection;
  return {
    "quotas.changed": ({ connection, endpoint }) => {
      if (!seen(connection)) return;
      if (endpoint === undefined) renew();
      else renewSoon();
    },
    "quotas.progress": ({ connection, work }) => {
      if (work === "refresh" && seen(connection)) renew();
    },
    "fleet.changed": ({ collection }) => {
      if (collection === "endpoint") renew();
    },
    "shell.visibility": ({ missed }) => {
      if (missed) renew();
    },
  };
};
