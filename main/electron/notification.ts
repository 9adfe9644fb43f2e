/** A message of the desktop itself. */
import { Notification } from "electron";
import { notificationBody, type Notice } from "./notifier.ts";

/** False where the desktop shows none; `onClick` when the person wants to see more. */
export function showNotification({ kind, title, text }: Notice, onClick: () => void): boolean {
  if (!Notification.isSupported()) return false;
  const body = notificationBody(text, process.platform);
  const notification = new Notification({ title, body, urgency: kind === "finished" ? "normal" : "critical" });
  // Held by its own listeners until it is gone: one that is collected can no longer be clicked.
  notification.on("click", onClick);
  notification.show();
  return true;
}
