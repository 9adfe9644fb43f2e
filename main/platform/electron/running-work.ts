/** The work that quitting would interrupt, in sentences. */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { t, formatText } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Call } from "../../core/ipc/router.ts";
import type { PowerSaveBlocker } from "electron";

interface RunningSync {
  readonly connection: string;
  readonly collection: Collection;
}

const collectionNames: Readonly<Record<Collection, string>> = {
  endpoint: t(($) => $.shell.collections.endpoint.many),
  sim: t(($) => $.shell.collections.sim.many),
  imsi: t(($) => $.shell.collections.imsi.many),
  organisation: t(($) => $.shell.collections.organisation.many),
  user: t(($) => $.shell.collections.user.many),
  tariff_plan: t(($) => $.shell.collections.tariffPlan.many),
};

/** Campaigns that send now; none when the core does not answer. */
export async function sendingCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  return (await allCampaigns(call)).filter(({ state }) => state === "running");
}

/** Campaigns that send now or later automatically: the scope of “Stop all sending”. */
export async function activeCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  const active: readonly CampaignStatus["state"][] = ["running", "waiting", "scheduled"];
  return (await allCampaigns(call)).filter(({ state }) => active.includes(state));
}

/** Calls the core; a failed call yields nothing, since the failure is logged. */
export async function runningWork(call: Call): Promise<readonly string[]> {
  const [campaigns, syncs] = await Promise.all([allCampaigns(call), call("fleet.syncs", {})]);
  return [
    ...campaigns.flatMap(sentenceOf),
    ...(syncs.ok ? (syncs.value as { readonly syncs: readonly RunningSync[] }).syncs : []).map(
      ({ connection, collection }) =>
        t(($) => $.shell.interrupted.sync, { connection, collection: collectionNames[collection] }),
    ),
  ];
}

async function allCampaigns(call: Call): Promise<readonly CampaignStatus[]> {
  const answer = await call("campaigns.list", {});
  return answer.ok ? (answer.value as { readonly campaigns: readonly CampaignStatus[] }).campaigns : [];
}

/** A waiting campaign is interrupted as much as a sending one. */
function sentenceOf({ name, state, counts: { pending } }: CampaignStatus): readonly string[] {
  if (state === "running") return [t(($) => $.shell.interrupted.sending, { name, count: pending })];
  if (state === "scheduled") return [t(($) => $.shell.interrupted.scheduled, { name })];
  return state === "waiting" ? [t(($) => $.shell.interrupted.waiting, { name })] : [];
}

// “Stop all sending” of the tray: stops campaigns and quota changes, and describes what it stopped.

interface StopReport {
  readonly call: Call;
  /** False where the desktop shows no notifications. */
  readonly notify: (text: string) => boolean;
  readonly showInWindow: (text: string) => void;
}

/** Stops everything, and always shows the result. */
export async function stopAndReport({ call, notify, showInWindow }: StopReport): Promise<void> {
  const text = await stopAll(call);
  if (!notify(text)) showInWindow(text);
}

/** Both stop in parallel, and a failure of one does not affect the other. Never rejects. */
export async function stopAll(call: Call): Promise<string> {
  const [campaigns, changes] = await Promise.all([call("campaigns.stopAll", {}), call("quotas.stopAll", {})]);
  const failures = [campaigns, changes].flatMap((answer) => (answer.ok ? [] : [formatText(answer.failure.text)]));
  const { stopped, messages = 0 } = stoppedOf(campaigns);
  const quotaChanges = stoppedOf(changes).stopped.length;
  const items = [
    ...(stopped.length > 0 ? [t(($) => $.shell.stopped.campaignCount, { count: stopped.length })] : []),
    ...(messages > 0 ? [t(($) => $.common.messageCount, { count: messages })] : []),
    ...(quotaChanges > 0 ? [t(($) => $.shell.stopped.quotaChangeCount, { count: quotaChanges })] : []),
  ];
  if (items.length > 0) return [t(($) => $.shell.stopped.summary, { items: items.join(", ") }), ...failures].join(" ");
  return failures.length > 0 ? failures.join(" ") : t(($) => $.shell.stopped.nothing);
}

interface Stopped {
  readonly stopped: readonly unknown[];
  readonly messages?: number;
}

function stoppedOf(answer: Awaited<ReturnType<Call>>): Stopped {
  return answer.ok ? (answer.value as Stopped) : { stopped: [] };
}

// Prevents the computer from sleeping while a campaign sends; its screen may turn off.

/** Checks again whenever a campaign has changed its state. */
export function stayAwake(
  blocker: Pick<PowerSaveBlocker, "start" | "stop">,
  call: Call,
  onTopic: (listener: (topic: string) => void) => () => void,
): () => void {
  let blockerId: number | undefined;
  let last = Promise.resolve();
  const update = async (): Promise<void> => {
    const isSending = (await sendingCampaigns(call)).length > 0;
    if (isSending && blockerId === undefined) blockerId = blocker.start("prevent-app-suspension");
    if (isSending || blockerId === undefined) return;
    blocker.stop(blockerId);
    blockerId = undefined;
  };
  return onTopic((topic) => {
    // One after another: an older response must not override a newer one.
    if (topic === "campaigns.changed") last = last.then(update);
  });
}
