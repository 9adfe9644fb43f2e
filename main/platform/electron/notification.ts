/** Desktop notifications. */
import { Notification } from "electron";
import { notificationBody, type Notice } from "./notifier.ts";

/** False where the desktop shows none; `onClick` when the notification is clicked. */
export function showNotification({ kind, title, text }: Notice, onClick: () => void): boolean {
  if (!Notification.isSupported()) return false;
  const body = notificationBody(text, process.platform);
  const notification = new Notification({ title, body, urgency: kind === "finished" ? "normal" : "critical" });
  // Its own listeners keep a reference: a garbage-collected notification can no longer be clicked.
  notification.on("click", onClick);
  notification.show();
  return true;
}
