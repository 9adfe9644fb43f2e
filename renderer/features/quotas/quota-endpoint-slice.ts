/** Quotas of the open endpoint, their drafts, and their past changes. */
import type { EndpointQuotas, QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { QuotaRow } from "#shared/contract/quotas/quota-changes.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { saveTextDraft, readTextDraft } from "../../lib/draft-storage.ts";
import { failed, loading, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { emptyForm, parseForm, type QuotaForm, writeForm } from "./quota-form.ts";

/** A change that includes the endpoint; with the row itself if the change was made for this endpoint alone. */
export interface PastChange {
  readonly change: QuotaChange;
  readonly row: QuotaRow | undefined;
}

export interface QuotaEndpointSlice {
  readonly quotasOf: string | undefined;
  readonly endpointQuotas: AsyncState<EndpointQuotas>;
  /** Outcome of the last refresh. */
  readonly endpointQuotasRefresh: AsyncState<true>;
  readonly endpointChanges: AsyncState<readonly PastChange[]>;
  /** By connection, endpoint and kind. */
  readonly quotaForms: Readonly<Record<string, QuotaForm>>;
  readonly openEndpointQuotas: (endpoint: string) => Promise<void>;
  /** Refreshes from the service, then shows the cached state. */
  readonly readEndpointQuotas: (endpoint: string, kinds?: readonly QuotaKind[]) => Promise<void>;
  readonly loadEndpointChanges: (endpoint: string) => Promise<void>;
  /** Saves the draft of this form; it persists across restarts of the window. */
  readonly saveQuotaForm: (key: string, form: QuotaForm) => void;
  readonly readQuotaForm: (key: string) => void;
}

/** Earlier ones are on the page of all changes. */
const visibleChanges = 12;

export function formKey(connection: string, endpoint: string, kind: QuotaKind): string {
  return `${connection}/${endpoint}/${kind}`;
}

export const createQuotaEndpointSlice: SliceCreator<QuotaEndpointSlice> = (set, get) => {
  const isCurrent = (endpoint: string): boolean => get().quotasOf === endpoint;
  return {
    quotasOf: undefined,
    endpointQuotas: idle,
    endpointQuotasRefresh: idle,
    endpointChanges: idle,
    quotaForms: {},
    openEndpointQuotas: async (endpoint) => {
      if (!isCurrent(endpoint)) {
        set({
          quotasOf: endpoint,
          endpointQuotas: loading(idle),
          endpointQuotasRefresh: idle,
          endpointChanges: loading(idle),
        });
      }
      try {
        const quotas = await fleet.quotas.get({ endpoint });
        if (isCurrent(endpoint)) set({ endpointQuotas: ready(quotas) });
      } catch (error) {
        if (isCurrent(endpoint)) set({ endpointQuotas: failed(get().endpointQuotas, error) });
      }
    },
    readEndpointQuotas: async (endpoint, kinds = ["data", "sms"]) => {
      if (!isCurrent(endpoint) || get().endpointQuotasRefresh.state === "loading") return;
      set({ endpointQuotasRefresh: loading(get().endpointQuotasRefresh) });
      try {
        const quotas = await fleet.quotas.read({ endpoint, kinds: [...kinds] });
        if (isCurrent(endpoint)) set({ endpointQuotas: ready(quotas), endpointQuotasRefresh: ready(true) });
      } catch (error) {
        if (isCurrent(endpoint)) set({ endpointQuotasRefresh: failed(get().endpointQuotasRefresh, error) });
      }
    },
    loadEndpointChanges: async (endpoint) => {
      try {
        const { changes } = await fleet.quotas.changes({ endpoint, limit: visibleChanges });
        const past = await Promise.all(changes.map(async (change) => ({ change, row: await rowOf(change) })));
        if (isCurrent(endpoint)) set({ endpointChanges: ready(past) });
      } catch (error) {
        if (isCurrent(endpoint)) set({ endpointChanges: failed(get().endpointChanges, error) });
      }
    },
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
  };
};

async function rowOf({ change, total }: QuotaChange): Promise<QuotaRow | undefined> {
  if (total !== 1) return undefined;
  return (await fleet.quotas.rows({ change, limit: 1 })).items[0];
}

export const quotaEndpointTopics: SliceTopics<QuotaEndpointSlice> = (slice) => ({
  "quotas.changed": ({ endpoint }) => {
    const { quotasOf, openEndpointQuotas } = slice();
    if (quotasOf !== undefined && (endpoint === undefined || endpoint === quotasOf)) void openEndpointQuotas(quotasOf);
  },
  "quotas.changeMoved": () => {
    const { quotasOf, endpointChanges, loadEndpointChanges } = slice();
    if (quotasOf !== undefined && endpointChanges.state !== "never") void loadEndpointChanges(quotasOf);
  },
});
