/**
 * The actions of a campaign: the reason why each is unavailable, its confirmation, its effect. The core has the final decision; the reasons avoid calls
 * that it would reject.
 */
import { t } from "#shared/texts/text.ts";
import { showExported } from "../../app/actions/show-exported.ts";
import type { CampaignStatus, WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import { type Action, type AppAction, onOpen } from "../../app/actions/action.ts";
import type { State } from "../../app/store/store.ts";
import { cachedData, isVisibleQuery, loadData } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { fleet } from "../../lib/fleet.ts";
import { openWaveConfirmation, startConfirmation, takeOverConfirmation } from "./start-confirmations.ts";
import { copyOf } from "./wizard/draft-body.ts";
import { updateCampaign } from "./campaigns-slice.ts";

export type CampaignAction = Action<CampaignStatus>;

/** Status of a campaign and its waves. */
export interface CampaignDetail {
  readonly status: CampaignStatus;
  readonly waves: readonly WaveStatus[];
}

/** What the actions of one campaign have in common: one at a time, and a sign-in link if there is no session. */
const ofCampaign = {
  scope: ({ campaignId }: CampaignStatus) => `campaign ${campaignId}`,
  connection: ({ connection }: CampaignStatus) => connection,
};

const toService = { ...ofCampaign, changesService: true as const };

/** The newest status of the campaign that the window has. */
export function latest(status: CampaignStatus): CampaignStatus {
  const input = { campaignId: status.campaignId };
  return (
    (isVisibleQuery("campaigns.status", input) ? cachedData("campaigns.status", input) : undefined) ??
    cachedData("campaigns.list", {})?.campaigns.find(({ campaignId }) => campaignId === input.campaignId) ??
    status
  );
}

/** Reloads the data of campaigns that is shown. */
export async function reloadCampaign(): Promise<void> {
  await reloadQueries("campaigns.status", "campaigns.waves", "campaigns.timeline", "campaigns.steps");
}

async function update(status: CampaignStatus): Promise<void> {
  updateCampaign(status.campaignId, () => status);
  await reloadCampaign();
}

function hasEnded({ state }: CampaignStatus): boolean {
  return state === "finished" || state === "cancelled";
}

function endedReason(status: CampaignStatus): string | undefined {
  if (!hasEnded(status)) return undefined;
  return status.state === "finished"
    ? t(($) => $.campaigns.unavailable.finished)
    : t(($) => $.campaigns.unavailable.cancelled);
}

/** While it is running, or continues without a user. */
export function activeReason({ state }: CampaignStatus): string | undefined {
  return state === "running" || state === "scheduled" || state === "waiting"
    ? t(($) => $.campaigns.unavailable.pauseFirst)
    : undefined;
}

function cancelledReason({ state }: CampaignStatus): string | undefined {
  return state === "cancelled" ? t(($) => $.campaigns.unavailable.cancelled) : undefined;
}

/** Starts, or resumes a campaign that was started before. */
export const startCampaign: CampaignAction = {
  ...toService,
  id: "start-campaign",
  title: ({ startedAt, state }) => {
    if (startedAt !== undefined) return t(($) => $.campaigns.actions.resume);
    return state === "scheduled" ? t(($) => $.campaigns.actions.startNow) : t(($) => $.campaigns.actions.start);
  },
  disabledReason: (status) => {
    const { state, reason, wave } = status;
    if (state === "running") return t(($) => $.campaigns.unavailable.running);
    if (hasEnded(status)) return endedReason(status);
    if (state === "waiting") return t(($) => $.campaigns.unavailable.resumesAutomatically);
    if (reason === "canary-gate" && wave?.phase === "failed") return t(($) => $.campaigns.unavailable.gateFailed);
    return undefined;
  },
  // A start that fails because another copy holds the campaign can be repeated as a take-over.
  confirm: (status, { pendingAction }) =>
    pendingAction?.failure?.code === "lease-held"
      ? takeOverConfirmation(latest(status))
      : startConfirmation(latest(status)),
  run: async ({ campaignId }, state, { number, acknowledged: takeOver }) => {
    const isPageOpen = state.watchPage();
    const status = await fleet.campaigns.start({ campaignId, confirm: number, takeOver });
    state.closeDraft({ campaignId });
    const isInWizard = state.address.path[1] === "new" && state.wizard?.campaignId === campaignId;
    if (isInWizard && isPageOpen()) state.navigate({ path: ["campaigns", campaignId], query: {} });
    await update(status);
  },
};

export const pauseCampaign: CampaignAction = {
  ...ofCampaign,
  id: "pause-campaign",
  // It waits for no other action: the campaign sends before its start is answered.
  scope: ({ campaignId }) => `pause ${campaignId}`,
  title: t(($) => $.campaigns.actions.pause),
  disabledReason: (status) => {
    if (hasEnded(status)) return endedReason(status);
    if (activeReason(status) !== undefined) return undefined;
    return status.state === "paused"
      ? t(($) => $.campaigns.unavailable.paused)
      : t(($) => $.campaigns.unavailable.notStarted);
  },
  run: async ({ campaignId }) => await update(await fleet.campaigns.pause({ campaignId })),
};

export const cancelCampaign: CampaignAction = {
  ...ofCampaign,
  id: "cancel-campaign",
  title: t(($) => $.campaigns.actions.cancel),
  disabledReason: endedReason,
  confirm: (status) => {
    const { name, counts } = latest(status);
    return {
      title: t(($) => $.campaigns.confirm.cancelTitle, { name }),
      summary: t(($) => $.campaigns.confirm.cancelText, { count: counts.pending }),
      confirmLabel: t(($) => $.campaigns.confirm.cancelYes),
      cancelLabel: t(($) => $.campaigns.confirm.keep),
      danger: true,
    };
  },
  run: async ({ campaignId }) => await update(await fleet.campaigns.cancel({ campaignId })),
};

export interface CampaignSpeed {
  readonly status: CampaignStatus;
  /** Messages per second; 0 sends as fast as the rate limit allows, undefined leaves it unchanged. */
  readonly rate: number | undefined;
  /** Undefined leaves it unchanged. */
  readonly concurrency: number | undefined;
}

export const setCampaignSpeed: Action<CampaignSpeed> = {
  id: "set-campaign-speed",
  title: t(($) => $.campaigns.speed.change),
  scope: ({ status }) => ofCampaign.scope(status),
  disabledReason: ({ status }) => endedReason(status),
  run: async ({ status: { campaignId }, rate, concurrency }) =>
    await update(await fleet.campaigns.setSpeed({ campaignId, rate, concurrency })),
};

export const openNextWave: CampaignAction = {
  ...toService,
  id: "open-next-wave",
  title: t(($) => $.campaigns.actions.openWave),
  disabledReason: (status) => {
    const { wave, startedAt } = status;
    if (wave === undefined) return t(($) => $.campaigns.unavailable.singleWave);
    if (wave.open + 1 >= wave.of) return t(($) => $.campaigns.unavailable.lastWaveOpen);
    return hasEnded(status) || startedAt === undefined ? t(($) => $.campaigns.unavailable.notActive) : undefined;
  },
  prepare: async ({ campaignId }) => void (await loadData("campaigns.waves", { campaignId })),
  confirm: (status) => openWaveConfirmation({ ...latest(status), wave: status.wave }),
  // `after` is what the dialog names: the call is a no-op if that wave was opened elsewhere, so no further wave opens.
  run: async ({ campaignId, wave }) => await update(await fleet.campaigns.openWave({ campaignId, after: wave?.open })),
};

export const checkUnknown: CampaignAction = {
  ...ofCampaign,
  id: "check-unknown-outcomes",
  title: ({ counts }) => t(($) => $.campaigns.actions.lookUpUnknown, { count: counts.unknown }),
  disabledReason: noneUnknown,
  run: async ({ campaignId }, { notify }) => {
    const { accepted, pending, unknown } = await fleet.campaigns.reconcile({ campaignId });
    await reloadCampaign();
    notify({
      title: t(($) => $.campaigns.done.lookUpTitle),
      text: t(($) => $.campaigns.done.lookUpText, { sent: accepted, notSent: pending, unknown }),
      tone: "plain",
    });
  },
};

export const checkDelivery: CampaignAction = {
  ...ofCampaign,
  id: "check-delivery",
  title: t(($) => $.campaigns.actions.checkDelivery),
  disabledReason: ({ counts }) => (counts.accepted === 0 ? t(($) => $.campaigns.unavailable.noneAccepted) : undefined),
  run: async ({ campaignId }, { notify }) => {
    const { checked, open } = await fleet.campaigns.checkDelivery({ campaignId });
    await reloadCampaign();
    notify({
      title: t(($) => $.campaigns.done.checkTitle),
      text: t(($) => $.campaigns.done.checkText, { count: checked, open }),
      tone: "plain",
    });
  },
};

export const retryRejected: CampaignAction = {
  ...toService,
  id: "retry-rejected",
  title: ({ counts }) => t(($) => $.campaigns.actions.retryRejected, { number: counts.refused }),
  disabledReason: (status) =>
    cancelledReason(status) ??
    (status.counts.refused === 0 ? t(($) => $.campaigns.unavailable.noneRejected) : undefined),
  confirm: (status, state) => retryRejectedConfirmation(latest(status), state),
  run: async (status, state, { option }) => {
    const { state: before } = latest(status);
    const { campaignId } = status;
    const sends = before === "running" || before === "waiting" || before === "finished" || option;
    const sequence = crypto.randomUUID();
    const result = await fleet.campaigns.retry({ campaignId, scope: "refused", mayGetTwice: 0, sequence });
    // A finished campaign is paused by the retry.
    if (result.requeued > 0 && (before === "finished" || option)) await fleet.campaigns.start({ campaignId, sequence });
    await reportRetry(status, result, sends, state);
  },
};

/** A run in progress sends to them itself, a finished campaign is resumed for them, and of a paused one the operator decides. */
function retryRejectedConfirmation(status: CampaignStatus, state: State): Confirmation {
  const { counts, connection } = status;
  const count = counts.refused;
  const all = count + counts.pending;
  const stays = status.state === "paused" || status.state === "scheduled";
  const mayResume = status.state === "paused" && startCampaign.disabledReason?.(status, state) === undefined;
  return {
    title: t(($) => $.campaigns.confirm.retryRejectedTitle, { count }),
    summary: stays
      ? t(($) => $.campaigns.confirm.retryRejectedText, { count })
      : status.state === "waiting"
        ? t(($) => $.campaigns.confirm.retryRejectedWaitingText, { count, connection })
        : t(($) => $.campaigns.confirm.retryRejectedNowText, { count, connection }),
    confirmLabel: t(($) => $.campaigns.confirm.retryYes, { count }),
    option: mayResume ? t(($) => $.campaigns.confirm.retryAndResume, { count: all, connection }) : undefined,
  };
}

export const retryUnknown: CampaignAction = {
  ...toService,
  id: "retry-unknown",
  title: ({ counts }) => t(($) => $.campaigns.actions.retryUnknown, { number: counts.unknown }),
  disabledReason: (status) => cancelledReason(status) ?? noneUnknown(status) ?? activeReason(status),
  confirm: (status) => {
    const count = latest(status).counts.unknown;
    return {
      title: t(($) => $.campaigns.confirm.retryUnknownTitle, { count }),
      summary: t(($) => $.campaigns.confirm.retryUnknownText, { count }),
      confirmLabel: t(($) => $.campaigns.confirm.retryUnknownYes, { count }),
      danger: true,
    };
  },
  run: async (status, state) => await retry(status, "unknown", latest(status).counts.unknown, state),
};

export const retryUnverified: CampaignAction = {
  ...toService,
  id: "retry-unverified",
  title: (status) => t(($) => $.campaigns.actions.retryUnverified, { number: unclearCount(status) }),
  disabledReason: (status) =>
    endedReason(status) ??
    (unclearCount(status) === 0 ? t(($) => $.campaigns.unavailable.noneUnverified) : activeReason(status)),
  confirm: (status) => {
    const count = unclearCount(latest(status));
    return {
      title: t(($) => $.campaigns.confirm.retryUnverifiedTitle, { count }),
      summary: t(($) => $.campaigns.confirm.retryUnverifiedText, { count }),
      confirmLabel: t(($) => $.campaigns.confirm.retryYes, { count }),
      danger: true,
      numberToType: count,
    };
  },
  run: async (status, state, { number = 0 }) => await retry(status, "unverified", number, state),
};

export const followUpCampaign: CampaignAction = {
  ...ofCampaign,
  id: "follow-up-campaign",
  title: ({ replies }) => t(($) => $.campaigns.actions.followUp, { count: replies["silent"] ?? 0 }),
  disabledReason: ({ replies }) =>
    (replies["silent"] ?? 0) === 0 ? t(($) => $.campaigns.unavailable.noneSilent) : undefined,
  run: async (status, state) => await duplicate(status, state, "silent"),
};

export const duplicateCampaign: CampaignAction = {
  ...ofCampaign,
  id: "duplicate-campaign",
  title: t(($) => $.campaigns.actions.duplicate),
  run: async (status, state) => await duplicate(status, state, "all"),
};

export const exportEvidence: CampaignAction = {
  ...ofCampaign,
  id: "export-evidence",
  changesNothing: true,
  title: t(($) => $.campaigns.actions.exportEvidence),
  disabledReason: activeReason,
  run: async ({ campaignId }, state) => {
    const result = await fleet.campaigns.exportAs({ campaignId, format: "evidence" });
    const { file = "", rows, head } = result;
    // The head stays on the campaign's page until dismissed: a notification disappears too soon to note it.
    if (head !== undefined) state.saveEvidenceHead(campaignId, { head, file, at: Date.now() });
    const title = t(($) => $.campaigns.done.exported, { count: rows });
    const details = head === undefined ? [] : [t(($) => $.campaigns.done.exportedEvidence)];
    showExported(state, result, title, { details, fingerprint: head });
  },
};

export interface RecipientExport {
  readonly status: CampaignStatus;
  readonly filter: RecipientFilter;
}

export const exportRecipients: Action<RecipientExport> = {
  id: "export-recipients",
  changesNothing: true,
  title: t(($) => $.campaigns.actions.exportCsv),
  scope: ({ status }) => ofCampaign.scope(status),
  disabledReason: ({ status }) => activeReason(status),
  run: async ({ status: { campaignId }, filter }, state) => {
    const result = await fleet.campaigns.exportAs({ campaignId, format: "csv", ...filter });
    const title = t(($) => $.campaigns.done.exported, { count: result.rows });
    showExported(state, result, title);
  },
};

export const deleteCampaign: CampaignAction = {
  ...ofCampaign,
  id: "delete-campaign",
  title: t(($) => $.campaigns.actions.delete),
  disabledReason: (status) =>
    status.startedAt === undefined ? activeReason(status) : t(($) => $.campaigns.unavailable.started),
  confirm: ({ name }) => ({
    title: t(($) => $.campaigns.confirm.deleteTitle, { name }),
    summary: t(($) => $.campaigns.confirm.deleteText),
    confirmLabel: t(($) => $.campaigns.confirm.deleteYes),
    danger: true,
  }),
  run: async ({ campaignId }, { address, watchPage, navigate }) => {
    const isPageOpen = watchPage();
    await fleet.campaigns.remove({ campaignId });
    const [page, id] = address.path;
    // Only its own page closes: a list stays as it is filtered.
    if (page === "campaigns" && id === campaignId && isPageOpen())
      navigate({ path: ["campaigns"], query: {} }, { replace: true });
  },
};

/** The campaign whose page is open. */
export function openCampaign({ address }: State): CampaignStatus | undefined {
  const [page, campaignId] = address.path;
  return page === "campaigns" && campaignId !== undefined ? cachedData("campaigns.status", { campaignId }) : undefined;
}

export const campaignAppActions: readonly AppAction[] = [
  onOpen(
    pauseCampaign,
    openCampaign,
    t(($) => $.shell.unavailable.noCampaign),
    {
      id: "pause-campaign",
      title: t(($) => $.shell.commands.pauseCampaign.title),
      group: "campaigns",
      keywords: t(($) => $.shell.commands.pauseCampaign.keywords),
    },
  ),
  onOpen(
    {
      ...startCampaign,
      disabledReason: (status, state) =>
        status.startedAt === undefined
          ? t(($) => $.campaigns.unavailable.notStarted)
          : startCampaign.disabledReason?.(status, state),
    },
    openCampaign,
    t(($) => $.shell.unavailable.noCampaign),
    {
      id: "resume-campaign",
      title: t(($) => $.shell.commands.resumeCampaign.title),
      group: "campaigns",
      keywords: t(($) => $.shell.commands.resumeCampaign.keywords),
    },
  ),
];

function noneUnknown({ counts }: CampaignStatus): string | undefined {
  return counts.unknown === 0 ? t(($) => $.campaigns.unavailable.noneUnknown) : undefined;
}

function unclearCount({ unverified }: CampaignStatus): number {
  return unverified?.unclear ?? 0;
}

/** `mayGetTwice`: the confirmation counted all of them; fewer are queued if the lookup resolves some. */
async function retry(
  status: CampaignStatus,
  scope: "unknown" | "unverified",
  mayGetTwice: number,
  state: State,
): Promise<void> {
  const { campaignId } = status;
  await reportRetry(status, await fleet.campaigns.retry({ campaignId, scope, mayGetTwice }), false, state);
}

/** `sends`: without another action of the operator. */
async function reportRetry(
  { name }: CampaignStatus,
  { requeued, lookups }: Awaited<ReturnType<typeof fleet.campaigns.retry>>,
  sends: boolean,
  { notify }: Pick<State, "notify">,
): Promise<void> {
  await reloadCampaign();
  const title = t(($) => $.campaigns.done.retried, { count: requeued });
  notify({ title, text: sends ? "" : retryResultText(name, requeued, lookups), tone: "plain" });
}

/** Result of a retry: outcomes found by the preceding lookup, and remaining recipients. */
function retryResultText(
  name: string,
  requeued: number,
  lookup: { readonly accepted: number; readonly pending: number; readonly checking: number } | undefined,
): string {
  const resume = requeued + (lookup?.pending ?? 0) > 0 ? [t(($) => $.campaigns.done.resumeToSend, { name })] : [];
  if (lookup === undefined) return resume.join(" ");
  const { accepted, pending, checking } = lookup;
  const lookupTexts =
    accepted + pending > 0 ? [t(($) => $.campaigns.done.checked, { sent: accepted, notSent: pending })] : [];
  const left = checking > 0 ? [t(($) => $.campaigns.done.stillChecking, { count: checking })] : [];
  return [...lookupTexts, ...left, ...resume].join(" ");
}

/** Opens a draft with the settings of the campaign, for the same endpoints or for those without a reply. */
async function duplicate(
  { campaignId, connection, name }: CampaignStatus,
  { watchPage, navigate }: State,
  part: "all" | "silent",
): Promise<void> {
  const isPageOpen = watchPage();
  const title =
    part === "silent"
      ? t(($) => $.campaigns.actions.followUpName, { name })
      : t(($) => $.campaigns.actions.duplicateName, { name });
  const body = copyOf(await fleet.campaigns.plannedWith({ campaignId }), title, { campaignId, part });
  const draft = await fleet.drafts.save({ connection, step: "audience", body });
  if (isPageOpen()) navigate({ path: ["campaigns", "new", String(draft.id)], query: {} });
}
