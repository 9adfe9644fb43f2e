/**
 * What the actions of DNS configurations, service profiles, data streams and API callbacks have in common, and those of DNS configurations.
 * Texts are read when they are shown.
 */
import { formatText, t } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { IconRefresh, IconTrash } from "@tabler/icons-react";
import type { DnsConfiguration } from "#shared/contract/network/dns.ts";
import { type Action, type AppAction, onOpen, sendBlocker } from "../../app/actions/action.ts";
import { withoutConnection } from "../../app/actions/navigation.ts";
import type { State } from "../../app/store/store.ts";
import { currentConnection } from "../../data/connection.ts";
import { cachedData, cachedState, type InputOf, runRefresh } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { addressesOf, dnsLabel, profileTitle } from "./network-labels.ts";
import { type NetworkList, refreshLists } from "./network-lists.ts";
import { type NetworkResult, resultKey } from "./network-slice.ts";

/** Sends a request over the current connection. */
export const sends = {
  changesService: true,
  disabledReason: (_target: unknown, state: State): string | undefined => sendBlocker(state),
} as const;

/** The connection that the window shows, to which ids refer. It may no longer be main's current one. */
export function ofWindow(): { readonly connection: string | undefined } {
  return { connection: currentConnection()?.name };
}

/** Where the records of each kind are, and the parameter of the address that names the open one. */
export const places = {
  dns: ["network"],
  profile: ["network", "profiles"],
  stream: ["streams"],
  callback: ["streams", "callbacks"],
} as const;
export type NetworkKind = keyof typeof places;

function isOpenPage({ address }: Pick<State, "address">, kind: NetworkKind): boolean {
  return address.path.join("/") === places[kind].join("/");
}

export function openRecord(state: State, kind: NetworkKind, id: string): void {
  if (isOpenPage(state, kind)) state.setQuery({ [kind]: id });
  else state.navigate({ path: places[kind], query: { [kind]: id } });
}

/** Shows the records of a list that contain a text. */
export function showMatching({ navigate }: State, kind: NetworkKind, find: string): void {
  navigate({ path: places[kind], query: { find } });
}

/** Why nothing can be read from the service now. */
export function readBlocker({ networkOnline }: Pick<State, "networkOnline">): string | undefined {
  return networkOnline ? undefined : t(($) => $.shell.noNetwork);
}

/** The record that is open on the page of its kind. */
export function openedRecord<Item>(
  state: State,
  kind: NetworkKind,
  items: readonly Item[] | undefined,
  idOf: (item: Item) => string,
): Item | undefined {
  const id = isOpenPage(state, kind) ? state.address.query[kind] : undefined;
  return items?.find((item) => idOf(item) === id);
}

export interface Creation<Draft> {
  /** The connection that the draft belongs to. */
  readonly connection: string;
  readonly draft: Draft;
  /** Also if one with the same content is known. */
  readonly allowSame: boolean;
  /** The draft is no longer needed. */
  readonly onCreated: () => void;
}

type CreationAnswer = Omit<NetworkResult, "outcome"> & {
  readonly outcome: "created" | "exists" | "unsettled" | "moved" | "unknown";
  readonly id?: string;
};

/** The result stays in the form, unless the new record can be shown. */
export function creation<Draft>(
  kind: NetworkKind,
  title: () => string,
  lists: readonly NetworkList[],
  create: (target: Creation<Draft>) => Promise<CreationAnswer>,
): Action<Creation<Draft>> {
  return {
    ...sends,
    id: `create-${kind}`,
    title,
    connection: ({ connection }) => connection,
    run: async (target, state) => {
      const isFormOpen = state.watchPage(kind);
      const { id, ...answer } = await create(target);
      const visibleId =
        kind === "dns" || kind === "profile" ? id : kind === "callback" ? (id ?? answer.key) : answer.key;
      state.setNetworkResult(resultKey(target.connection, kind, "new"), answer);
      if (answer.outcome === "created") target.onCreated();
      await reloadQueries(...lists);
      if (answer.outcome !== "created" || visibleId === undefined) return;
      state.setNetworkResult(resultKey(target.connection, kind, "new"), undefined);
      state.announce(formatText(answer.message));
      if (isFormOpen()) state.setQuery({ [kind]: visibleId, step: undefined }, { replace: true });
    },
  };
}

export function refreshAction(
  entry: Pick<AppAction, "id" | "title" | "keywords">,
  lists: readonly NetworkList[],
): AppAction {
  return {
    ...entry,
    group: "fleet",
    icon: IconRefresh,
    disabledReason: (state) => withoutConnection() ?? readBlocker(state),
    run: async () => await refreshLists(...lists),
  };
}

export interface Deletion<Item> extends Pick<Action<Item>, "title" | "prepare" | "confirm" | "disabledReason"> {
  readonly kind: "dns" | "callback";
  readonly idOf: (item: Item) => string;
  readonly lists: readonly NetworkList[];
  readonly remove: (request: {
    readonly connection: string | undefined;
    readonly id: string;
  }) => Promise<{ outcome: "deleted" | "in-use" | "unknown"; message: CodedText }>;
}

/** A result other than the deletion is shown with the record, or as a notification if its page is no longer open. */
export function deletion<Item>({ kind, idOf, lists, remove, ...rest }: Deletion<Item>): Action<Item> {
  return {
    ...sends,
    id: `delete-${kind}`,
    icon: IconTrash,
    scope: (item) => `${kind} ${idOf(item)}`,
    ...rest,
    run: async (item, state) => {
      const id = idOf(item);
      const { connection } = ofWindow();
      const isPageOpen = state.watchPage(kind);
      const { outcome, message } = await remove({ connection, id });
      await reloadQueries(...lists);
      const text = formatText(message);
      const isOpen = isPageOpen() && isOpenPage(state, kind);
      if (outcome !== "deleted") {
        state.setNetworkResult(resultKey(connection, kind, id), { outcome, message });
        const title = outcome === "in-use" ? t(($) => $.network.dns.inUse) : t(($) => $.common.outcomeUnknown);
        if (isOpen) openRecord(state, kind, id);
        else state.notify({ about: `${kind} ${id}`, connection, title, text, tone: "bad" });
        return;
      }
      state.announce(text);
      if (isOpen && state.address.query[kind] === id) state.setQuery({ [kind]: undefined }, { replace: true });
    },
  };
}

// Impact.

type ImpactRequest = InputOf<"dns.impact">;

/** Its failure is shown by the confirmation. */
export async function loadImpact(request: ImpactRequest): Promise<void> {
  await runRefresh("dns.impact", { ...ofWindow(), ...request }, { keep: true });
}

export function impactLines(request: ImpactRequest): readonly string[] {
  const impact = cachedState("dns.impact", { ...ofWindow(), ...request });
  if (impact.state === "failed") return [t(($) => $.network.dialog.impactUnknown), formatText(impact.failure.text)];
  if (impact.state !== "ready") return [];
  const { sentence, note, profiles } = impact.value;
  const endpoints = profiles.map((profile) =>
    t(($) => $.network.dialog.profile, {
      profile: profileTitle(profile),
      endpoints: formatText(profile.endpoints.sentence),
    }),
  );
  return [formatText(sentence), ...(profiles.length > 1 ? endpoints : []), formatText(note)];
}

// DNS configurations.

export const deleteDns = deletion<DnsConfiguration>({
  kind: "dns",
  idOf: ({ id }) => id,
  lists: ["dns.list", "profiles.list"],
  title: () => t(($) => $.network.dns.deleteBegin),
  prepare: ({ id }) => loadImpact({ action: "delete", dns: id }),
  confirm: (item) => ({
    title: t(($) => $.network.dns.deleteTitle, { addresses: addressesOf(item) }),
    summary: impactLines({ action: "delete", dns: item.id }),
    confirmLabel: t(($) => $.network.dns.delete),
    danger: true,
  }),
  remove: ({ connection, id: dns }) => fleet.dns.remove({ connection, dns }),
});

const showDnsProfiles: Action<DnsConfiguration> = {
  id: "show-dns-profiles",
  changesNothing: true,
  title: () => t(($) => $.network.dns.showProfiles),
  disabledReason: ({ users }) => (users.length === 0 ? t(($) => $.network.dns.noUsers) : undefined),
  run: (item, state) =>
    showMatching(state, "profile", dnsLabel({ state: "uses", dns: item.id }, cachedData("dns.list", {})?.items ?? [])),
};

export const dnsActions: readonly Action<DnsConfiguration>[] = [deleteDns, showDnsProfiles];

export const createDns = creation<{ readonly primary: string; readonly secondary: string }>(
  "dns",
  () => t(($) => $.network.dns.create),
  ["dns.list", "profiles.list"],
  ({ connection, draft, allowSame }) => fleet.dns.create({ connection, ...draft, allowSame }),
);

export const refreshNetwork = refreshAction(
  {
    id: "refresh-network",
    title: t(($) => $.shell.commands.refreshNetwork.title),
    keywords: t(($) => $.shell.commands.refreshNetwork.keywords),
  },
  ["dns.list", "profiles.list"],
);

const openDns = (state: State): DnsConfiguration | undefined =>
  openedRecord(state, "dns", cachedData("dns.list", {})?.items, ({ id }) => id);
export const networkAppActions: readonly AppAction[] = [
  refreshNetwork,
  onOpen(
    deleteDns,
    openDns,
    t(($) => $.shell.unavailable.noDns),
    { id: "delete-open-dns", title: t(($) => $.shell.commands.deleteDns), group: "fleet" },
  ),
];
