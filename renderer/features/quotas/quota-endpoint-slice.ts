/** The quotas of the endpoint whose tab is open, what is typed about them, and what was done to them before. */
import type { EndpointQuotas, QuotaChange } from "#contract/quotas.ts";
import type { QuotaRow } from "#contract/quota-changes.ts";
import type { QuotaKind } from "#contract/quota-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { keepText, keptText } from "../../lib/kept-text.ts";
import { failed, loading, never, ready, type Remote } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { emptyForm, keptForm, type QuotaForm, writeForm } from "./quota-form-model.ts";

/** A change that has a row of the endpoint; the row itself where it was made for this endpoint alone. */
export interface PastChange {
  readonly change: QuotaChange;
  readonly row: QuotaRow | undefined;
}

export interface QuotaEndpointSlice {
  readonly quotasOf: string | undefined;
  readonly endpointQuotas: Remote<EndpointQuotas>;
  /** How the last asking of the service ended. */
  readonly endpointQuotasAsked: Remote<true>;
  readonly endpointChanges: Remote<readonly PastChange[]>;
  /** By connection, endpoint and kind. */
  readonly quotaForms: Readonly<Record<string, QuotaForm>>;
  readonly openEndpointQuotas: (endpoint: string) => Promise<void>;
  /** Asks the service, and shows what is known then. */
  readonly readEndpointQuotas: (endpoint: string, kinds?: readonly QuotaKind[]) => Promise<void>;
  readonly loadEndpointChanges: (endpoint: string) => Promise<void>;
  /** What is typed into the form of that name; kept beyond the window's life. */
  readonly putQuotaForm: (key: string, form: QuotaForm) => void;
  readonly readQuotaForm: (key: string) => void;
}

/** Those before them are on the page of all changes. */
const shownChanges = 12;

export function formKey(connection: string, endpoint: string, kind: QuotaKind): string {
  return `${connection}/${endpoint}/${kind}`;
}

export const createQuotaEndpointSlice: SliceCreator<QuotaEndpointSlice> = (set, get) => {
  const still = (endpoint: string): boolean => get().quotasOf === endpoint;
  return {
    quotasOf: undefined,
    endpointQuotas: never,
    endpointQuotasAsked: never,
    endpointChanges: never,
    quotaForms: {},
    openEndpointQuotas: async (endpoint) => {
      if (!still(endpoint)) {
        set({
          quotasOf: endpoint,
          endpointQuotas: loading(never),
          endpointQuotasAsked: never,
          endpointChanges: loading(never),
        });
      }
      try {
        const quotas = await fleet.quotas.get({ endpoint });
        if (still(endpoint)) set({ endpointQuotas: ready(quotas) });
      } catch (error) {
        if (still(endpoint)) set({ endpointQuotas: failed(get().endpointQuotas, error) });
      }
    },
    readEndpointQuotas: async (endpoint, kinds = ["data", "sms"]) => {
      if (!still(endpoint) || get().endpointQuotasAsked.state === "loading") return;
      set({ endpointQuotasAsked: loading(get().endpointQuotasAsked) });
      try {
        const quotas = await fleet.quotas.read({ endpoint, kinds: [...kinds] });
        if (still(endpoint)) set({ endpointQuotas: ready(quotas), endpointQuotasAsked: ready(true) });
      } catch (error) {
        if (still(endpoint)) set({ endpointQuotasAsked: failed(get().endpointQuotasAsked, error) });
      }
    },
    loadEndpointChanges: async (endpoint) => {
      try {
        const { changes } = await fleet.quotas.changes({ endpoint, limit: shownChanges });
        const past = await Promise.all(changes.map(async (change) => ({ change, row: await rowOf(change) })));
        if (still(endpoint)) set({ endpointChanges: ready(past) });
      } catch (error) {
        if (still(endpoint)) set({ endpointChanges: failed(get().endpointChanges, error) });
      }
    },
    putQuotaForm: (key, form) => {
      keepText(`quota/${key}`, writeForm(form));
      set(({ quotaForms }) => ({ quotaForms: { ...quotaForms, [key]: form } }));
    },
    readQuotaForm: (key) => {
      if (get().quotaForms[key] !== undefined) return;
      const kept = keptText(`quota/${key}`);
      const form = kept === "" ? emptyForm : keptForm(kept);
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
