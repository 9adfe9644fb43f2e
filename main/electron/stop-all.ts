/** The panic stop of the tray: campaigns and quota changes, with a sentence about what it stopped. */
import type { Call } from "../ipc/router.ts";

export interface StopReport {
  readonly call: Call;
  /** False where the desktop shows no notifications. */
  readonly notify: (text: string) => boolean;
  readonly showInWindow: (text: string) => void;
}

/** Stops everything, and always shows the answer. */
export async function stopAndReport({ call, notify, showInWindow }: StopReport): Promise<void> {
  const text = await stopAll(call);
  if (!notify(text)) showInWindow(text);
}

/** Neither waits for the other, and neither is kept back by the other's failure. Never rejects. */
export async function stopAll(call: Call): Promise<string> {
  const [campaigns, changes] = await Promise.all([call("campaigns.stopAll", {}), call("quotas.stopAll", {})]);
  const failures = [campaigns, changes].flatMap((answer) => (answer.ok ? [] : [answer.failure.message]));
  const { stopped, messages = 0 } = stoppedOf(campaigns);
  const parts = [
    ...counted(stopped.length, "campaign"),
    ...counted(messages, "message"),
    ...counted(stoppedOf(changes).stopped.length, "quota change"),
  ];
  if (parts.length > 0) return [`Stopped: ${parts.join(", ")}.`, ...failures].join(" ");
  return failures.length > 0 ? failures.join(" ") : "Nothing was sending.";
}

interface Stopped {
  readonly stopped: readonly unknown[];
  readonly messages?: number;
}

function stoppedOf(answer: Awaited<ReturnType<Call>>): Stopped {
  return answer.ok ? (answer.value as Stopped) : { stopped: [] };
}

function counted(count: number, one: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${one}${count === 1 ? "" : "s"}`];
}
