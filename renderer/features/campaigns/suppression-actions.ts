/** Actions on the suppression list of a connection. */
import { t } from "#shared/texts/text.ts";
import type { Suppressed } from "#shared/contract/campaigns/suppression.ts";
import type { Action } from "../../app/actions/action.ts";
import { runAction } from "../../app/actions/run-action.tsx";
import { fleet } from "../../lib/fleet.ts";

export type AddedEntries = Awaited<ReturnType<typeof fleet.suppression.add>>;

/** One list is changed at a time. */
const ofList = {
  scope: ({ connection = "" }: { readonly connection?: string }) => `suppression ${connection}`,
};

export interface SuppressionInput {
  readonly connection?: string;
  /** Identifiers, as typed or pasted. */
  readonly text: string;
  readonly note: string;
  readonly onAdded: (added: AddedEntries) => void;
}

export const addToSuppressionList: Action<SuppressionInput> = {
  ...ofList,
  id: "add-to-suppression-list",
  title: t(($) => $.campaigns.suppression.add),
  disabledReason: ({ text }) => (text.trim() === "" ? t(($) => $.campaigns.suppression.noIdentifiers) : undefined),
  run: async ({ connection, text, note, onAdded }) => {
    const textName = t(($) => $.campaigns.suppression.pastedText);
    onAdded(await fleet.suppression.add({ connection, text, textName, note }));
  },
};

export interface SuppressedEntries {
  readonly connection?: string;
  /** Entries of the list, as they were added. */
  readonly values: readonly string[];
}

export const removeFromSuppressionList: Action<SuppressedEntries> = {
  ...ofList,
  id: "remove-from-suppression-list",
  title: ({ values }) => t(($) => $.campaigns.suppression.remove, { value: values.join(", ") }),
  run: async ({ connection, values }, { notify }) => {
    const { removed } = await fleet.suppression.remove({ connection, values: [...values] });
    notify({
      title: t(($) => $.campaigns.suppression.removed, { count: removed }),
      text: "",
      tone: "plain",
      hint: true,
    });
  },
};

export interface EndpointsToSuppress {
  readonly connection: string;
  readonly count: number;
  readonly ids: () => Promise<readonly string[]>;
}

export const suppressEndpoints: Action<EndpointsToSuppress> = {
  ...ofList,
  id: "suppress-endpoints",
  title: t(($) => $.campaigns.suppression.suppress),
  confirm: ({ count, connection }) => ({
    title: t(($) => $.campaigns.suppression.suppressTitle, { count }),
    summary: t(($) => $.campaigns.suppression.suppressText, { connection }),
    confirmLabel: t(($) => $.campaigns.suppression.suppressYes, { count }),
  }),
  run: async ({ connection, ids }, { notify }) => {
    const values = await ids();
    const { added } = await fleet.suppression.add({ connection, values: [...values] });
    const undone: EndpointsToSuppress = { connection, count: values.length, ids: () => Promise.resolve(values) };
    // Removing them all would also remove entries that existed before. An entry protects people, so that a key alone does not remove it.
    const undo =
      added === values.length
        ? { label: t(($) => $.campaigns.suppression.undo), run: () => void runAction(unsuppressEndpoints, undone) }
        : undefined;
    notify({ title: t(($) => $.campaigns.suppression.added, { count: added }), text: "", tone: "plain", undo });
  },
};

export const unsuppressEndpoints: Action<EndpointsToSuppress> = {
  ...ofList,
  id: "unsuppress-endpoints",
  title: t(($) => $.campaigns.suppression.unsuppress),
  confirm: ({ count }) => ({
    title: t(($) => $.campaigns.suppression.unsuppressTitle, { count }),
    summary: t(($) => $.campaigns.suppression.unsuppressText),
    confirmLabel: t(($) => $.campaigns.suppression.unsuppressYes),
    danger: true,
  }),
  run: async ({ connection, ids }, state, input) => {
    const endpoints = new Set(await ids());
    const { entries } = await fleet.suppression.list({ connection });
    const { values, shared } = entriesOf(entries, endpoints);
    if (values.length > 0) await removeFromSuppressionList.run({ connection, values }, state, input);
    if (values.length > 0 && shared.length === 0) return;
    state.notify({
      title: t(($) => $.campaigns.suppression[shared.length === 0 ? "notListed" : "shared"], {
        count: shared.length === 0 ? endpoints.size : shared.length,
      }),
      text: shared.join(", "),
      tone: "plain",
      hint: shared.length === 0,
    });
  },
};

/**
 * The entries that protect these endpoints. An entry may be the id of an endpoint that is not cached. One is `shared` if it also protects another
 * endpoint, to which its removal would allow sending.
 */
export function entriesOf(
  entries: readonly Suppressed[],
  endpoints: ReadonlySet<string>,
): { readonly values: readonly string[]; readonly shared: readonly string[] } {
  const values: string[] = [];
  const shared: string[] = [];
  for (const { value, endpoint, formerEndpoints = [] } of entries) {
    const own = [...(endpoint === undefined ? [] : [endpoint]), ...formerEndpoints.map((former) => former.endpoint)];
    if (![value, ...own].some((id) => endpoints.has(id))) continue;
    (own.every((id) => endpoints.has(id)) ? values : shared).push(value);
  }
  return { values, shared };
}
