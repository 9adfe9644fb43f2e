/** Prevents the computer from sleeping while a campaign sends; its screen may turn off. */
import type { PowerSaveBlocker } from "electron";
import type { Call } from "../../core/ipc/router.ts";
import { sendingCampaigns } from "./running-work.ts";

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
