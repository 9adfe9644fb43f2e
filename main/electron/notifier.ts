/** Tells about campaigns through the desktop while nobody looks at the window. */
import type { Settings } from "#contract/settings.ts";
import type { Call } from "../ipc/router.ts";

/** As it comes in the topic `campaigns.notice`. */
export interface Notice {
  readonly campaignId: string;
  readonly kind: "finished" | "paused" | "decision";
  readonly title: string;
  readonly text: string;
}

export interface NotifierOptions {
  readonly call: Call;
  readonly onTopic: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Whether a person has the window before their eyes: then the window itself tells. */
  readonly isFocused: () => boolean;
  /** Shows it; `onClick` when the person wants to see more. */
  readonly show: (notice: Notice, onClick: () => void) => void;
  /** Brings the window, at an address, before the person's eyes. */
  readonly open: (address: string) => void;
}

/** The text as a desktop shows it: those of Linux may read a body as markup, and it holds words of the service. */
export function notificationBody(text: string, platform: NodeJS.Platform): string {
  if (platform !== "linux") return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Listens until its answer is called. */
export function startNotifier({ call, onTopic, isFocused, show, open }: NotifierOptions): () => void {
  const notify = async (notice: Notice): Promise<void> => {
    const settings = await call("settings.get", {});
    // Settings that cannot be read are no reason to keep quiet about a campaign.
    if (settings.ok && !(settings.value as Settings).notify) return;
    show(notice, () => open(`/campaigns/${notice.campaignId}`));
  };
  return onTopic((topic, payload) => {
    if (topic === "campaigns.notice" && !isFocused()) void notify(payload as Notice);
  });
}
