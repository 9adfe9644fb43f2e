/**
 * The actions on the rows of lists, in display order: the same list of them is the toolbar, the context menu and the keys of a list, and
 * what the palette offers for a record.
 */
import { t } from "#shared/texts/text.ts";
import type { AudienceSteps, CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import type { DnsConfiguration } from "#shared/contract/network/dns.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import type { Callback, Stream } from "#shared/contract/network/stream-schemas.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { QuotaChange, QuotaSource } from "#shared/contract/quotas/quotas.ts";
import { IconBell, IconGauge, IconMessage, IconSend } from "@tabler/icons-react";
import {
  cancelCampaign,
  deleteCampaign,
  duplicateCampaign,
  exportEvidence,
  pauseCampaign,
  retryRejected,
  startCampaign,
} from "../../features/campaigns/campaign-actions.ts";
import { discardDraft, type DraftTarget } from "../../features/campaigns/draft-actions.ts";
import { recallMessages } from "../../features/campaigns/recall-actions.ts";
import {
  type EndpointsToSuppress,
  suppressEndpoints,
  unsuppressEndpoints,
} from "../../features/campaigns/suppression-actions.ts";
import { cancelMessage, checkMessage, sendMessageAgain, writeTo } from "../../features/messages/sms-actions.ts";
import { dnsActions } from "../../features/network/network-actions.ts";
import { profileActions } from "../../features/network/profile-actions.ts";
import { callbackActions, creationActions, streamActions } from "../../features/network/streams/stream-actions.ts";
import {
  type ChangeAction,
  changeActions,
  possibleActions,
  startChange,
  undoChange,
} from "../../features/quotas/quota-actions.ts";
import { fleet } from "../../lib/fleet.ts";
import type { CopyFormat } from "../../lib/table-text.ts";
import { formatOpen } from "../../lib/records.ts";
import type { State } from "../store/store.ts";
import { type Action, scopeOf, titleOf } from "./action.ts";

/** What the rows of a list are. */
export type RowKind =
  | Collection
  | "audit"
  | "callback"
  | "campaign"
  | "dns"
  | "draft"
  | "event"
  | "message"
  | "profile"
  | "quota"
  | "quota-change"
  | "recipient"
  | "stream";

/** The rows that actions apply to: the selected ones, or the active one. */
export interface RowTarget {
  readonly kind: RowKind;
  readonly connection: string;
  /** Number of rows; 0 if there is no active row. */
  readonly count: number;
  /** Name of the record in titles, outside of its list. */
  readonly name?: string;
  /** Opens the only row. */
  readonly open?: () => void;
  /** Id of the endpoint that the only row is, or belongs to. */
  readonly endpoint?: string;
  /** Ids of the endpoints of all rows. */
  readonly endpoints?: () => Promise<readonly string[]>;
  /** The rows as a query, which lists of ids cannot express. */
  readonly audience?: AudienceSteps;
  readonly quotaSource?: QuotaSource;
  readonly quotaKind?: QuotaKind;
  readonly campaign?: CampaignStatus;
  readonly draft?: DraftTarget;
  readonly message?: Message;
  readonly quotaChange?: QuotaChange;
  readonly dns?: DnsConfiguration;
  readonly profile?: Profile;
  readonly stream?: Stream;
  readonly callback?: Callback;
  /** Narrows the list to the value of the active cell. */
  readonly filter?: { readonly label: string; readonly apply: () => void };
  /** Copies the rows as they are shown, or as data, and resolves to the message to announce. */
  readonly copy?: (format: CopyFormat) => Promise<string>;
}

export interface RowAction extends Action<RowTarget> {
  readonly kinds: readonly RowKind[];
  /** Pressed on a row. */
  readonly keys?: string;
  /** Title in the palette, with the name of the record; undefined if the palette does not offer it. */
  readonly titleWith?: (name: string) => string;
  /** Additional search terms in the palette. */
  readonly keywords?: string;
  /** Only in menus; the toolbar has no room for it. */
  readonly menuOnly?: true;
  /** Begins a group of its own in menus. */
  readonly group: "record" | "work" | "copy";
  /** Whether it is offered for this target at all; by default, it is. */
  readonly applies?: (target: RowTarget, state: State) => boolean;
}

const collections: readonly Collection[] = ["endpoint", "sim", "imsi", "organisation", "user", "tariff_plan"];
/** Rows that are, or belong to, an endpoint. */
const withEndpoint: readonly RowKind[] = ["endpoint", "sim", "quota", "recipient", "message", "event"];
const network: readonly RowKind[] = ["dns", "profile", "stream", "callback"];
const all: readonly RowKind[] = [
  ...collections,
  ...network,
  "quota",
  "quota-change",
  "recipient",
  "message",
  "event",
  "campaign",
  "audit",
];

function withoutEndpoint({ count, endpoint }: RowTarget): string | undefined {
  if (count === 0) return t(($) => $.shell.unavailable.noRow);
  if (count > 1) return t(($) => $.shell.unavailable.severalRows);
  return endpoint === undefined ? t(($) => $.shell.unavailable.rowWithoutEndpoint) : undefined;
}

function withoutEndpoints(target: RowTarget): string | undefined {
  const { count, endpoints, audience } = target;
  return audience !== undefined || (count > 1 && endpoints !== undefined) ? undefined : withoutEndpoint(target);
}

async function endpointIds({ endpoint, endpoints }: RowTarget): Promise<string[]> {
  return endpoint === undefined ? [...((await endpoints?.()) ?? [])] : [endpoint];
}

export const sendSmsToRow: RowAction = {
  id: "send-sms-to-row",
  changesNothing: true,
  kinds: withEndpoint,
  group: "record",
  keys: "m",
  title: t(($) => $.shell.rows.sendSms),
  titleWith: (name) => t(($) => $.shell.rows.sendSmsTo, { name }),
  keywords: t(($) => $.shell.commands.writeSms.keywords),
  icon: IconMessage,
  disabledReason: withoutEndpoint,
  run: ({ endpoint = "" }, state) => writeTo(endpoint, state),
};

const newCampaignWithRows: RowAction = {
  id: "new-campaign-with-rows",
  kinds: withEndpoint,
  group: "record",
  keys: "c",
  title: ({ count }) =>
    count > 0 ? t(($) => $.shell.rows.newCampaignWith, { count }) : t(($) => $.shell.commands.createCampaign.title),
  titleWith: (name) => t(($) => $.shell.rows.newCampaignWithName, { name }),
  keywords: t(($) => $.shell.commands.createCampaign.keywords),
  icon: IconSend,
  disabledReason: withoutEndpoints,
  connection: ({ connection }) => connection,
  run: async (target, { watchPage, navigate }) => {
    const isPageOpen = watchPage();
    const audience = target.audience ?? [{ op: "add" as const, source: { ids: await endpointIds(target) } }];
    const { id } = await fleet.drafts.save({ connection: target.connection, step: "audience", body: { audience } });
    if (isPageOpen()) navigate({ path: ["campaigns", "new", String(id)], query: { step: "audience" } });
  },
};

const changeQuotasOfRows: RowAction = {
  id: "change-quotas-of-rows",
  changesNothing: true,
  kinds: withEndpoint,
  group: "record",
  title: t(($) => $.shell.rows.changeQuotas),
  titleWith: (name) => t(($) => $.shell.rows.changeQuotasOf, { name }),
  keywords: t(($) => $.shell.commands.changeQuotas.keywords),
  icon: IconGauge,
  disabledReason: withoutEndpoints,
  run: async (target, { watchPage, takeQuotaSource, navigate }) => {
    const isPageOpen = watchPage();
    const source = target.quotaSource ?? { ids: await endpointIds(target) };
    if (!isPageOpen()) return;
    takeQuotaSource(source, target.quotaKind);
    navigate({ path: ["quotas", "new"], query: {} });
  },
};

const showQuotasOfRow: RowAction = {
  id: "show-quotas-of-row",
  changesNothing: true,
  kinds: withEndpoint,
  group: "record",
  keys: "q",
  menuOnly: true,
  title: t(($) => $.shell.rows.showQuotas),
  titleWith: (name) => t(($) => $.shell.rows.showQuotasOf, { name }),
  keywords: t(($) => $.shell.commands.goToQuotas.keywords),
  disabledReason: withoutEndpoint,
  run: ({ endpoint: id = "" }, { setQuery }) =>
    setQuery({ open: formatOpen({ collection: "endpoint", id }), tab: "quotas" }),
};

const showEventsOfRow: RowAction = {
  id: "show-events-of-row",
  changesNothing: true,
  kinds: withEndpoint,
  group: "record",
  keys: "e",
  title: t(($) => $.shell.rows.showEvents),
  titleWith: (name) => t(($) => $.shell.rows.showEventsOf, { name }),
  keywords: t(($) => $.shell.commands.goToEvents.keywords),
  icon: IconBell,
  disabledReason: withoutEndpoint,
  run: ({ endpoint: id = "" }, { navigate }) => navigate({ path: ["events"], query: { of: "endpoint", id } }),
};

/** An action on the suppression list as one on endpoints. Audiences, of which only the number is known, are not offered. */
function onSuppressionList(action: Action<EndpointsToSuppress>, titleWith: (name: string) => string): RowAction {
  const listed = (target: RowTarget): EndpointsToSuppress => ({
    connection: target.connection,
    count: target.count,
    ids: async () => await endpointIds(target),
  });
  return {
    id: `${action.id}-of-rows`,
    kinds: withEndpoint,
    group: "record",
    menuOnly: true,
    title: (target) => titleOf(action, listed(target)),
    titleWith,
    keywords: t(($) => $.campaigns.suppression.keywords),
    applies: ({ audience, endpoint, endpoints }) => audience === undefined || (endpoint ?? endpoints) !== undefined,
    disabledReason: withoutEndpoints,
    confirm: (target, state) => action.confirm?.(listed(target), state),
    scope: (target) => scopeOf(action, listed(target)),
    run: async (target, state, input) => await action.run(listed(target), state, input),
  };
}

const openRow: RowAction = {
  id: "open-row",
  changesNothing: true,
  kinds: [...all, "draft"],
  group: "record",
  menuOnly: true,
  title: t(($) => $.shell.table.open),
  titleWith: (name) => name,
  disabledReason: ({ count, open }) => {
    if (open !== undefined) return undefined;
    return count === 0 ? t(($) => $.shell.unavailable.noRow) : t(($) => $.shell.unavailable.severalRows);
  },
  run: ({ open }) => open?.(),
};

const filterByValue: RowAction = {
  id: "filter-by-value",
  changesNothing: true,
  kinds: all,
  group: "work",
  menuOnly: true,
  title: ({ filter }) => t(($) => $.shell.rows.filterBy, { label: filter?.label ?? "" }),
  applies: ({ filter }) => filter !== undefined,
  run: ({ filter }) => filter?.apply(),
};

function copyAs(format: CopyFormat, title: string): RowAction {
  return {
    id: `copy-rows-as-${format}`,
    changesNothing: true,
    kinds: all,
    group: "copy",
    menuOnly: true,
    title,
    disabledReason: ({ copy }) => (copy === undefined ? t(($) => $.shell.unavailable.noRow) : undefined),
    run: async ({ copy }, { announce }) => {
      if (copy !== undefined) announce(await copy(format));
    },
  };
}

/** An action on one object as an action on its row. Unlike its button, it is offered only where its object allows it. */
function onRow<Target>(
  action: Action<Target>,
  kind: RowKind | readonly RowKind[],
  targetOf: (row: RowTarget) => Target | undefined,
  inToolbar = false,
): RowAction {
  const withTarget =
    <Result, Rest extends readonly unknown[]>(use: (target: Target, ...rest: Rest) => Result, otherwise: Result) =>
    (row: RowTarget, ...rest: Rest): Result => {
      const target = targetOf(row);
      return target === undefined ? otherwise : use(target, ...rest);
    };
  return {
    id: `${action.id}-of-row`,
    icon: action.icon,
    changesNothing: action.changesNothing,
    changesService: action.changesService,
    background: action.background,
    kinds: [kind].flat(),
    group: "work",
    menuOnly: inToolbar ? undefined : true,
    title: withTarget((target) => titleOf(action, target), ""),
    prepare: action.prepare && (async (row) => await withTarget((target) => action.prepare?.(target), undefined)(row)),
    confirm: withTarget((target, state: State) => action.confirm?.(target, state), undefined),
    scope: withTarget((target) => scopeOf(action, target), action.id),
    connection: withTarget((target) => action.connection?.(target), undefined),
    applies: withTarget((target, state: State) => action.disabledReason?.(target, state) === undefined, false),
    run: withTarget((target, state: State, input) => action.run(target, state, input), undefined),
  };
}

const ofCampaign = (action: Action<CampaignStatus>): RowAction => onRow(action, "campaign", ({ campaign }) => campaign);
const ofMessage = (action: Action<Message>): RowAction => onRow(action, "message", ({ message }) => message);
const ofQuotaChange = (action: ChangeAction): RowAction =>
  onRow(
    { ...action, disabledReason: (change) => (possibleActions(change).includes(action) ? undefined : "") },
    "quota-change",
    ({ quotaChange }) => quotaChange,
    action === startChange || action === undoChange,
  );

export const rowActions: readonly RowAction[] = [
  openRow,
  sendSmsToRow,
  newCampaignWithRows,
  changeQuotasOfRows,
  showQuotasOfRow,
  showEventsOfRow,
  onSuppressionList(suppressEndpoints, (name) => t(($) => $.campaigns.suppression.suppressWith, { name })),
  onSuppressionList(unsuppressEndpoints, (name) => t(($) => $.campaigns.suppression.unsuppressWith, { name })),
  ...[
    startCampaign,
    pauseCampaign,
    retryRejected,
    duplicateCampaign,
    exportEvidence,
    recallMessages,
    cancelCampaign,
    deleteCampaign,
  ].map(ofCampaign),
  onRow(discardDraft, "draft", ({ draft }) => draft),
  ...[checkMessage, sendMessageAgain, cancelMessage].map(ofMessage),
  ...changeActions.map(ofQuotaChange),
  ...dnsActions.map((action) => onRow(action, "dns", ({ dns }) => dns)),
  ...profileActions.map((action) => onRow(action, "profile", ({ profile }) => profile)),
  ...streamActions.map((action) => onRow(action, "stream", ({ stream }) => stream)),
  ...callbackActions.map((action) => onRow(action, "callback", ({ callback }) => callback)),
  ...creationActions.map((action) =>
    onRow(action, ["stream", "callback"], ({ stream, callback }) => stream ?? callback),
  ),
  filterByValue,
  copyAs(
    "text",
    t(($) => $.shell.rows.copyText),
  ),
  copyAs(
    "csv",
    t(($) => $.shell.rows.copyCsv),
  ),
  copyAs(
    "json",
    t(($) => $.shell.rows.copyJson),
  ),
];

/** The actions that are offered for a target; those that are unavailable now say why. */
export function rowActionsFor(target: RowTarget, state: State): readonly RowAction[] {
  return rowActions.filter(({ kinds, applies }) => kinds.includes(target.kind) && applies?.(target, state) !== false);
}
