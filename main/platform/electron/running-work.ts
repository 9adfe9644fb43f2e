/**
 * The work that runs or waits in the core: one follower of campaigns and quota changes for tray, taskbar, sleep and quitting; and what
 * quitting would interrupt, in sentences.
 */
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { t, formatText } from "#shared/texts/text.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { Clock } from "../../core/hosts.ts";
import type { Call } from "../../core/ipc/router.ts";
import type { PowerSaveBlocker } from "electron";

interface RunningSync {
  readonly connection: string;
  readonly collection: Collection;
}

export interface Work {
  readonly campaigns: readonly CampaignStatus[];
  /** Of many endpoints: those being read or sent, then interrupted ones. */
  readonly quotaChanges: readonly QuotaChange[];
  /** False if a call failed: there may be more. */
  readonly isComplete: boolean;
}

export interface WorkFollower {
  /** Called with the present work, and after each change of it. */
  onChange(listener: (work: Work) => void): void;
}

/** Minimum interval between two reads of the counts. */
const atMostEveryMs = 2_000;
const countTopics: ReadonlySet<string> = new Set(["campaigns.progress", "quotas.progress", "quotas.changeMoved"]);

/** Reads at once when a campaign changed its state, and at intervals while counts change. */
export function followWork(
  call: Call,
  onTopic: (listener: (topic: string) => void) => () => void,
  clock: Clock,
): WorkFollower {
  const listeners = new Set<(work: Work) => void>();
  let latest: Work | undefined;
  let isReading = false;
  let isOutdated = false;
  let isScheduled = false;
  const read = async (): Promise<void> => {
    isOutdated = true;
    if (isReading) return;
    isReading = true;
    // One after another: an older response must not override a newer one.
    while (isOutdated) {
      isOutdated = false;
      latest = await readWork(call);
      for (const listener of listeners) listener(latest);
    }
    isReading = false;
  };
  onTopic((topic) => {
    if (topic === "campaigns.changed") void read();
    else if (countTopics.has(topic) && !isScheduled) {
      isScheduled = true;
      clock.after(atMostEveryMs, () => {
        isScheduled = false;
        void read();
      });
    }
  });
  void read();
  return {
    onChange: (listener) => {
      listeners.add(listener);
      if (latest !== undefined) listener(latest);
    },
  };
}

/** Calls the core; a failed call, which is logged, yields an incomplete result. */
export async function readWork(call: Call): Promise<Work> {
  const [campaigns, connections] = await Promise.all([call("campaigns.list", {}), call("connections.list", {})]);
  const names = listOf<{ readonly name: string }>(connections, "connections").map(({ name }) => name);
  const changes = await Promise.all(
    names.map((connection) => call("quotas.changes", { connection, active: true, limit: 200 })),
  );
  return {
    isComplete: [campaigns, connections, ...changes].every(({ ok }) => ok),
    campaigns: listOf(campaigns, "campaigns"),
    quotaChanges: changes.flatMap((answer) => listOf<QuotaChange>(answer, "changes")).filter(({ single }) => !single),
  };
}

function listOf<T>(answer: Awaited<ReturnType<Call>>, key: string): readonly T[] {
  return answer.ok ? ((answer.value as Readonly<Record<string, readonly T[] | undefined>>)[key] ?? []) : [];
}

const sendsQuotas = ({ state }: QuotaChange): boolean => state === "running";

/** Campaigns that send now or later automatically: the scope of “Stop all sending”. */
export function activeCampaigns({ campaigns }: Work): readonly CampaignStatus[] {
  return campaigns.filter(({ state }) => state === "running" || state === "waiting" || state === "scheduled");
}

/** Whether something is, or may be, sent now or without an operator. */
export function isSending({ campaigns, quotaChanges, isComplete }: Work): boolean {
  const sends = campaigns.some(({ state }) => state === "running" || state === "waiting");
  return sends || quotaChanges.some(sendsQuotas) || !isComplete;
}

/** What quitting would interrupt. */
export async function runningWork(call: Call): Promise<readonly string[]> {
  const [{ campaigns, quotaChanges }, syncs] = await Promise.all([readWork(call), call("fleet.syncs", {})]);
  return [
    ...campaigns.flatMap(sentenceOf),
    ...quotaChanges
      .filter(sendsQuotas)
      .map(({ title, counts: { planned, waiting } }) =>
        t(($) => $.shell.interrupted.quotas, { title: formatText(title), count: planned + waiting }),
      ),
    ...listOf<RunningSync>(syncs, "syncs").map(({ connection, collection }) =>
      t(($) => $.shell.interrupted.sync, { connection, collection: collectionNames[collection] }),
    ),
  ];
}

const collectionNames: Readonly<Record<Collection, string>> = {
  endpoint: t(($) => $.shell.collections.endpoint.many),
  sim: t(($) => $.shell.collections.sim.many),
  imsi: t(($) => $.shell.collections.imsi.many),
  organisation: t(($) => $.shell.collections.organisation.many),
  user: t(($) => $.shell.collections.user.many),
  tariff_plan: t(($) => $.shell.collections.tariffPlan.many),
};

/** A waiting campaign is interrupted as much as a sending one. */
function sentenceOf({ name, state, counts: { pending } }: CampaignStatus): readonly string[] {
  if (state === "running") return [t(($) => $.shell.interrupted.sending, { name, count: pending })];
  if (state === "scheduled") return [t(($) => $.shell.interrupted.scheduled, { name })];
  return state === "waiting" ? [t(($) => $.shell.interrupted.waiting, { name })] : [];
}

// “Stop all sending” of the tray: stops campaigns and quota changes, and describes what it stopped.

interface StopReport {
  readonly call: Call;
  /** False where the desktop shows no notifications; calls `onFailed` where it did not show this one. */
  readonly notify: (text: string, onFailed: () => void) => boolean;
  readonly showInWindow: (text: string) => void;
}

/** Stops everything, and always shows the result. */
export async function stopAndReport({ call, notify, showInWindow }: StopReport): Promise<void> {
  const text = await stopAll(call);
  const inWindow = (): void => showInWindow(text);
  if (!notify(text, inWindow)) inWindow();
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

/** Prevents the computer from sleeping while a campaign or a quota change sends; its screen may turn off. */
export function stayAwake(blocker: Pick<PowerSaveBlocker, "start" | "stop">, work: WorkFollower): void {
  let blockerId: number | undefined;
  work.onChange(({ campaigns, quotaChanges }) => {
    const isActive = campaigns.some(({ state }) => state === "running") || quotaChanges.some(sendsQuotas);
    if (isActive && blockerId === undefined) blockerId = blocker.start("prevent-app-suspension");
    if (isActive || blockerId === undefined) return;
    blocker.stop(blockerId);
    blockerId = undefined;
  });
}

// The taskbar or the dock: the progress of what is being sent, and the number of decisions that wait for an operator.

interface Taskbar {
  /** From 0 to 1; -1 for none. */
  readonly setProgressBar: (progress: number, options: { readonly mode: "none" | "normal" | "paused" }) => void;
  /** 0 for none. `text` is read aloud where the badge shows no number. */
  readonly setBadge: (count: number, text: string) => void;
}

/** Each is set when it changes. */
export function showInTaskbar({ setProgressBar, setBadge }: Taskbar, work: WorkFollower): void {
  let lastProgress = "";
  let lastCount = 0;
  work.onChange((now) => {
    const { share, mode } = progressOf(now);
    const progress = `${mode} ${share.toFixed(3)}`;
    if (progress !== lastProgress) setProgressBar(share, { mode });
    lastProgress = progress;
    const count = countDecisions(now);
    if (count !== lastCount) setBadge(count, count === 0 ? "" : t(($) => $.shell.decisions, { count }));
    lastCount = count;
  });
}

/** Of running work together; of waiting campaigns where nothing runs. */
function progressOf({ campaigns, quotaChanges }: Work): {
  readonly share: number;
  readonly mode: "none" | "normal" | "paused";
} {
  const running = [
    ...campaigns.filter(({ state }) => state === "running").map(campaignProgress),
    ...quotaChanges.filter(sendsQuotas).map(({ total, counts: { waiting, planned, sending } }) => ({
      finished: total - waiting - planned - sending,
      total,
    })),
  ];
  const waiting = campaigns.filter(({ state }) => state === "waiting").map(campaignProgress);
  const parts = running.length > 0 ? running : waiting;
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  if (total === 0) return { share: -1, mode: "none" };
  const share = parts.reduce((sum, part) => sum + part.finished, 0) / total;
  return { share, mode: running.length > 0 ? "normal" : "paused" };
}

/** Recipients that are finished, of those that are not excluded. */
export function campaignProgress({ counts }: CampaignStatus): { readonly finished: number; readonly total: number } {
  return {
    finished: counts.accepted + counts.refused + counts.cancelled,
    total: counts.planned - counts.excluded,
  };
}

/** What stopped without an operator, and continues only with one. */
function countDecisions({ campaigns, quotaChanges }: Work): number {
  return (
    campaigns.filter(({ state, reason }) => state === "paused" && reason !== "user").length +
    quotaChanges.filter(({ state }) => state === "interrupted" || state === "reading-interrupted").length
  );
}
