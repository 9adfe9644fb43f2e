/**
 * Actions on quotas: refresh many; change one or many; steer a change of many. Part of the first bundle, so texts of quotas are read when they
 * are shown.
 */
import { formatText, t } from "#shared/texts/text.ts";
import { IconArrowBackUp, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import type { QuotaAnswer, QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { type Action, type AppAction, sendBlocker } from "../../app/actions/action.ts";
import { withoutConnection } from "../../app/actions/navigation.ts";
import type { State } from "../../app/store/store.ts";
import { selectedEndpoints } from "../../app/tables-slice.ts";
import { currentConnection } from "../../data/connection.ts";
import { cachedData, isOutdated, setCachedData } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { ConfirmationInput } from "../../lib/confirmation.ts";
import { fleet } from "../../lib/fleet.ts";

type RefreshRequest = Parameters<typeof fleet.quotas.refresh>[0];

export interface QuotaRefreshTarget extends Omit<RefreshRequest, "connection" | "source"> {
  readonly connection: string;
  /** Loads the ids of the endpoints; without it, all that have a quota. */
  readonly ids?: () => Promise<readonly string[]>;
}

function refreshUnavailable(state: State): string | undefined {
  if (!state.networkOnline) return t(($) => $.shell.unavailable.offline);
  const input = { connection: currentConnection()?.name };
  const refresh = cachedData("quotas.refreshState", input)?.refresh;
  const running = refresh?.state === "running" && !isOutdated("quotas.refreshState", input);
  return running ? t(($) => $.shell.unavailable.quotasRefreshing) : undefined;
}

export const refreshQuotas: Action<QuotaRefreshTarget> = {
  id: "refresh-quotas",
  title: t(($) => $.shell.commands.refreshQuotas.title),
  icon: IconRefresh,
  disabledReason: (_target, state) => refreshUnavailable(state),
  run: async ({ ids, ...request }, { announce }) => {
    const source = ids === undefined ? undefined : { ids: [...(await ids())] };
    const refresh = await fleet.quotas.refresh({ ...request, source });
    setCachedData("quotas.refreshState", { connection: request.connection }, { refresh });
    announce(t(($) => $.shell.commands.refreshQuotas.started));
  },
};

export const quotaAppActions: readonly AppAction[] = [
  {
    id: "change-quotas",
    changesNothing: true,
    title: t(($) => $.shell.commands.changeQuotas.title),
    group: "fleet",
    keywords: t(($) => $.shell.commands.changeQuotas.keywords),
    disabledReason: withoutConnection,
    run: (state) => {
      const ids = selectedEndpoints(state.tables, currentConnection()?.name ?? "");
      // The selection of the endpoint list is the default target until another source is set.
      if (state.quotaSource === undefined && ids.length > 0) state.takeQuotaSource({ ids });
      state.navigate({ path: ["quotas", "new"], query: {} });
    },
  },
  {
    id: "ask-quotas",
    title: t(($) => $.shell.commands.refreshQuotas.title),
    group: "fleet",
    keywords: t(($) => $.shell.commands.refreshQuotas.keywords),
    scope: () => refreshQuotas.id,
    disabledReason: (state) => withoutConnection() ?? refreshUnavailable(state),
    run: async (state, _state, input) => {
      const connection = currentConnection()?.name;
      if (connection === undefined) return;
      state.navigate({ path: ["quotas"], query: {} });
      await refreshQuotas.run({ connection, kinds: ["data", "sms"] }, state, input);
    },
  },
];

export const cancelQuotaRefresh: Action<{ readonly connection: string }> = {
  id: "cancel-quota-refresh",
  title: () => t(($) => $.quotas.refresh.cancel),
  run: async ({ connection }) => void (await fleet.quotas.cancelRefresh({ connection })),
};

type Write<Input> = Omit<Input, "connection" | "confirmZero" | "confirmPast" | "allowUnresolved"> & {
  /** After the second confirmation, which lists what is confirmed. */
  readonly confirmed: boolean;
};

export interface QuotaWrite extends Write<Parameters<typeof fleet.quotas.change>[0]> {
  /** Also if an earlier change has an unknown outcome. */
  readonly allowUnresolved: boolean;
  readonly onAnswer: (answer: QuotaAnswer) => void;
}

/** Changes the quota of one endpoint. */
export const changeQuota: Action<QuotaWrite> = {
  id: "change-quota",
  changesService: true,
  title: ({ kind }) => (kind === "data" ? t(($) => $.quotas.one.openData) : t(($) => $.quotas.one.openSms)),
  scope: ({ endpoint, kind }) => `quota ${endpoint} ${kind}`,
  disabledReason: (_write, state) => sendBlocker(state),
  run: async ({ confirmed, onAnswer, ...input }, { announce }) => {
    const connection = currentConnection()?.name;
    const answer = await fleet.quotas.change({ connection, ...input, confirmZero: confirmed, confirmPast: confirmed });
    // The next change applies to the state that is shown.
    await reloadQueries("quotas.get");
    announce(formatText(answer.message));
    onAnswer(answer);
  },
};

export interface QuotaPlan extends Write<Parameters<typeof fleet.quotas.plan>[0]> {
  readonly connection: string;
  readonly onPlanned: () => void;
}

/** Reads the quotas of many endpoints and previews their change; sends no change. */
export const planQuotaChange: Action<QuotaPlan> = {
  id: "plan-quota-change",
  title: () => t(($) => $.quotas.plan.preview),
  connection: ({ connection }) => connection,
  run: async ({ confirmed, onPlanned, ...input }, { watchPage, navigate }) => {
    const isPageOpen = watchPage();
    const { change } = await fleet.quotas.plan({ ...input, confirmZero: confirmed, confirmPast: confirmed });
    onPlanned();
    if (isPageOpen()) navigate({ path: ["quotas", "changes", String(change)], query: {} });
  },
};

export type ChangeAction = Action<QuotaChange>;

interface ChangeVerb extends Pick<ChangeAction, "changesService" | "icon" | "id" | "title" | "confirm"> {
  /** Number of endpoints that the dialog names; main rejects any other. */
  readonly count?: (change: QuotaChange) => number;
  readonly call: (
    change: number,
    input: { readonly confirm: number | undefined; readonly option: boolean },
  ) => Promise<QuotaChange>;
}

/** Where the change is open its page follows; elsewhere the result is announced. */
function changeAction({ call, count, ...verb }: ChangeVerb): ChangeAction {
  return {
    ...verb,
    scope: ({ change }) => `quota-change ${change}`,
    connection: ({ connection }) => connection,
    run: async (target, state, { option }: ConfirmationInput) => {
      const { change } = target;
      const isPageOpen = state.watchPage();
      const result = await call(change, { confirm: count?.(target), option });
      const [page, part] = state.address.path;
      if (page !== "quotas" || part !== "changes" || !isPageOpen()) {
        const { changeStatus } = await import("./quota-labels.ts");
        state.announce(
          t(($) => $.quotas.action.announcement, {
            change: formatText(result.title),
            status: changeStatus(result).text,
          }),
        );
        return;
      }
      // An undo is a change of its own, so its page is opened.
      if (result.change !== change) {
        state.navigate({ path: ["quotas", "changes", String(result.change)], query: {} });
        return;
      }
      setCachedData("quotas.state", { change }, result);
      await reloadQueries("quotas.state", "quotas.rows");
    },
  };
}

function numberToType(count: number): number | undefined {
  return count > maxUnconfirmed ? count : undefined;
}

/** Number of applied rows that are not undone yet; 0 while an undo runs. */
function leftToUndo({ counts, undone }: QuotaChange): number {
  return undone?.isRunning === true ? 0 : counts.set - (undone?.back ?? 0);
}

export const startChange = changeAction({
  id: "start-quota-change",
  icon: IconPlayerPlay,
  changesService: true,
  title: ({ counts }) => t(($) => $.quotas.action.start, { count: counts.planned }),
  confirm: ({ title, counts: { planned: count } }) => ({
    title: t(($) => $.quotas.question.start.title, { title: formatText(title) }),
    summary: t(($) => $.quotas.question.start.text, { count }),
    option: t(($) => $.quotas.question.start.option),
    confirmLabel: t(($) => $.quotas.question.start.yes, { count }),
    numberToType: numberToType(count),
  }),
  count: ({ counts }) => counts.planned,
  call: (change, { confirm, option }) => fleet.quotas.start({ change, confirm, acceptUsage: !option }),
});

const resumeChange = changeAction({
  id: "resume-quota-change",
  changesService: true,
  title: () => t(($) => $.quotas.action.resume),
  call: (change) => fleet.quotas.resume({ change }),
});

const cancelChange = changeAction({
  id: "cancel-quota-change",
  title: ({ state }) => (state === "planned" ? t(($) => $.quotas.action.discard) : t(($) => $.quotas.action.cancel)),
  confirm: ({ state }) =>
    state === "planned" || state === "reading" || state === "reading-interrupted"
      ? undefined
      : {
          title: t(($) => $.quotas.question.cancel.title),
          summary: t(($) => $.quotas.question.cancel.text),
          confirmLabel: t(($) => $.quotas.action.cancel),
          cancelLabel: t(($) => $.quotas.question.keep),
          danger: true,
        },
  call: (change) => fleet.quotas.cancel({ change }),
});

export const undoChange = changeAction({
  id: "undo-quota-change",
  icon: IconArrowBackUp,
  changesService: true,
  title: (change) => t(($) => $.quotas.action.undo, { count: leftToUndo(change) }),
  confirm: (change) => {
    const count = leftToUndo(change);
    return {
      title: t(($) => $.quotas.question.undo.title, { count }),
      summary: t(($) => $.quotas.question.undo.text),
      option: t(($) => $.quotas.question.undo.option),
      confirmLabel: t(($) => $.quotas.question.undo.yes, { count }),
      numberToType: numberToType(count),
    };
  },
  count: leftToUndo,
  call: (change, { confirm, option }) => fleet.quotas.undo({ change, confirm, overwriteMoved: option }),
});

async function resolveOutcome(change: number): Promise<QuotaChange> {
  return await fleet.quotas.resolve({ change });
}

/** The outcome of a single change, where its quota is shown; nothing is sent. */
export const checkQuotaOutcome: Action<{ readonly change: number | undefined }> = {
  id: "check-quota-outcome",
  title: () => t(($) => $.quotas.answer.checkAgain),
  run: async ({ change }) => {
    if (change !== undefined) await resolveOutcome(change);
    await reloadQueries("quotas.get", "quotas.changes", "quotas.rows");
  },
};

/** Looks up unknown outcomes; nothing is sent. */
export const resolveChange = changeAction({
  id: "resolve-quota-change",
  title: ({ counts }) => t(($) => $.quotas.action.check, { count: counts.unknown }),
  call: resolveOutcome,
});

const retryNotApplied = changeAction({
  id: "retry-not-applied-quotas",
  changesService: true,
  title: ({ counts }) => t(($) => $.quotas.action.retryNotApplied, { count: counts["not-applied"] }),
  confirm: ({ counts: { "not-applied": count } }) => ({
    title: t(($) => $.quotas.question.retryNotApplied.title, { count }),
    summary: t(($) => $.quotas.question.retryNotApplied.text),
    confirmLabel: t(($) => $.quotas.question.retryNotApplied.yes, { count }),
    numberToType: numberToType(count),
  }),
  count: ({ counts }) => counts["not-applied"],
  call: (change, { confirm }) => fleet.quotas.retry({ change, states: ["not-applied"], confirm }),
});

const retryUnreadable = changeAction({
  id: "retry-unreadable-quotas",
  changesService: true,
  title: ({ counts }) => t(($) => $.quotas.action.readAgain, { count: counts.unreadable }),
  call: (change) => fleet.quotas.retry({ change, states: ["unreadable"] }),
});

export const retryMoved = changeAction({
  id: "retry-quotas-changed-elsewhere",
  changesService: true,
  title: ({ counts }) => t(($) => $.quotas.action.updateElsewhere, { count: counts.moved }),
  confirm: ({ state, counts: { moved: count } }) => ({
    title: t(($) => $.quotas.question.updateElsewhere.title),
    summary: t(($) => $.quotas.question.updateElsewhere.text, { count }),
    confirmLabel: toPlan(state) ?? t(($) => $.quotas.question.updateElsewhere.yes, { count }),
    numberToType: numberToType(count),
  }),
  count: ({ counts }) => counts.moved,
  call: (change, { confirm }) => fleet.quotas.retry({ change, states: ["moved"], confirm }),
});

const retryOnHold = changeAction({
  id: "retry-quotas-on-hold",
  changesService: true,
  title: ({ counts }) => t(($) => $.quotas.action.retryOnHold, { count: counts.unsettled }),
  confirm: ({ state, counts: { unsettled: count } }) => ({
    title: t(($) => $.quotas.question.retryOnHold.title, { count }),
    summary: t(($) => $.quotas.question.retryOnHold.text),
    option: t(($) => $.quotas.question.retryOnHold.option),
    confirmLabel: toPlan(state) ?? t(($) => $.quotas.question.retryOnHold.yes, { count }),
    numberToType: numberToType(count),
  }),
  count: ({ counts }) => counts.unsettled,
  call: (change, { confirm, option }) =>
    fleet.quotas.retry({ change, states: ["unsettled"], allowUnresolved: option, confirm }),
});

const resendUnknown = changeAction({
  id: "retry-unknown-quotas",
  changesService: true,
  title: ({ counts }) => t(($) => $.quotas.action.resend, { count: counts.unknown }),
  confirm: ({ counts: { unknown: count } }) => ({
    title: t(($) => $.quotas.question.resend.title, { count }),
    summary: t(($) => $.quotas.question.resend.text),
    confirmLabel: t(($) => $.quotas.question.resend.yes, { count }),
    danger: true,
    numberToType: numberToType(count),
  }),
  count: ({ counts }) => counts.unknown,
  call: (change, { confirm }) => fleet.quotas.retry({ change, states: ["unknown"], confirm }),
});

function toPlan(state: QuotaChange["state"]): string | undefined {
  return state === "planned" ? t(($) => $.quotas.question.addToPlan) : undefined;
}

/** In the order of menus. */
export const changeActions: readonly ChangeAction[] = [
  startChange,
  resumeChange,
  resolveChange,
  resendUnknown,
  retryNotApplied,
  retryUnreadable,
  retryMoved,
  retryOnHold,
  undoChange,
  cancelChange,
];

/** The actions that the state of a change allows, in display order: continuing actions first, terminating ones last. */
export function possibleActions(change: QuotaChange): readonly ChangeAction[] {
  const { state, counts } = change;
  const retries: readonly ChangeAction[] = [
    ...(counts.unknown > 0 ? [resolveChange, resendUnknown] : []),
    ...(counts["not-applied"] > 0 ? [retryNotApplied] : []),
    ...(counts.unreadable > 0 ? [retryUnreadable] : []),
    ...(counts.moved > 0 ? [retryMoved] : []),
    ...(counts.unsettled > 0 ? [retryOnHold] : []),
  ];
  const undo = leftToUndo(change) > 0 ? [undoChange] : [];
  switch (state) {
    case "reading":
    case "running":
      return [cancelChange];
    case "reading-interrupted":
      return [resumeChange, cancelChange];
    case "planned":
      return [
        ...(counts.planned > 0 ? [startChange] : []),
        ...retries.filter((action) => action !== resolveChange),
        cancelChange,
      ];
    case "interrupted":
      return [resumeChange, ...retries.filter((action) => action !== retryUnreadable), ...undo, cancelChange];
    case "finished":
      return [...retries, ...undo];
    case "cancelled":
      return [...(counts.unknown > 0 ? [resolveChange] : []), ...undo];
  }
}
