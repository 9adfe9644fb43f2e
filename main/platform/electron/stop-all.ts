/** “Stop all sending” of the tray: stops campaigns and quota changes, and describes what it stopped. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Call } from "../../core/ipc/router.ts";

export interface StopReport {
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
