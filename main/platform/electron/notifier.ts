/** Shows desktop notifications about campaigns while the window has no focus, or shows another page. */
import type { Settings } from "#shared/contract/settings.ts";
import type { Call } from "../../core/ipc/router.ts";

/** Payload of the topic `campaigns.notice`. */
export interface Notice {
  readonly campaignId: string;
  readonly kind: "finished" | "paused" | "decision";
  readonly title: string;
  readonly text: string;
}

export interface NotifierOptions {
  readonly call: Call;
  readonly onTopic: (listener: (topic: string, payload: unknown) => void) => () => void;
  /** Whether the window has the focus. */
  readonly isFocused: () => boolean;
  /** Shows a notification; `onClick` when it is clicked. */
  readonly show: (notice: Notice, onClick: () => void) => void;
  /** Shows the window at an address. */
  readonly open: (address: string) => void;
}

/** The notification text: desktops on Linux may parse a body as markup, and it contains text from the service. */
export function notificationBody(text: string, platform: NodeJS.Platform): string {
  if (platform !== "linux") return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Starts listening; the returned function stops it. */
export function startNotifier({ call, onTopic, isFocused, show, open }: NotifierOptions): () => void {
  const notify = async (notice: Notice): Promise<void> => {
    const settings = await call("settings.get", {});
    const { notify: isOn, lastAddress } = settings.ok
      ? (settings.value as Settings)
      : { notify: true, lastAddress: "" };
    const page = `/campaigns/${notice.campaignId}`;
    const isOnPage = isFocused() && (lastAddress === page || lastAddress.startsWith(`${page}?`));
    if (isOn && !isOnPage) show(notice, () => open(page));
  };
  return onTopic((topic, payload) => {
    if (topic === "campaigns.notice") void notify(payload as Notice);
  });
}
