/** Notifications of running jobs, on any page: a toast with links, which never takes focus. */
import { notifications } from "@mantine/notifications";
import { type ReactElement, useEffect } from "react";
import { formatAddress } from "../../lib/address.ts";
import { useFleetdesk } from "../store/store.ts";
import type { AppNotification } from "../work-slice.ts";
import classes from "./notification-toasts.module.css";

const colours: Readonly<Record<AppNotification["tone"], string>> = {
  plain: "var(--accent)",
  waiting: "var(--wait)",
  bad: "red",
};

export function NotificationToasts(): undefined {
  const pendingNotifications = useFleetdesk((state) => state.pendingNotifications);
  const take = useFleetdesk((state) => state.takeNotifications);
  useEffect(() => {
    if (pendingNotifications.length > 0) take().forEach(show);
  }, [pendingNotifications, take]);
  return undefined;
}

/** A newer toast about the same object replaces the previous one, which is obsolete. */
function show({ title, text, tone, stays, links, about }: AppNotification): void {
  const { address, announce } = useFleetdesk.getState();
  const id = `about-${about}`;
  notifications.hide(id);
  if (formatAddress({ ...address, query: {} }) === about && !stays) {
    // The page of the object shows the message, so it is only announced to screen readers.
    announce(`${title}. ${text}`);
    return;
  }
  notifications.show({
    id,
    title,
    message: <Message links={links} onFollow={() => notifications.hide(id)} text={text} />,
    color: colours[tone],
    autoClose: stays ? false : undefined,
  });
}

interface MessageProps extends Pick<AppNotification, "text" | "links"> {
  readonly onFollow: () => void;
}

function Message({ text, links, onFollow }: MessageProps): ReactElement {
  return (
    <>
      <p>{text}</p>
      <p className={classes["links"]}>
        {links.map((link) => (
          <a href={`#${link.address}`} key={link.address} onClick={onFollow}>
            {link.text}
          </a>
        ))}
      </p>
    </>
  );
}
