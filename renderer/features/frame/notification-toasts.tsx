/** What running work has to tell wherever a person is: a toast with a way there, which never takes the focus. */
import { notifications } from "@mantine/notifications";
import { type ReactElement, useEffect } from "react";
import { formatAddress } from "../../lib/address.ts";
import { useFleetdesk } from "../../store/store.ts";
import type { AppNotification } from "../work/work-slice.ts";
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

/** Of one thing the newest word alone stands there: what was said before is no longer so. */
function show({ title, text, tone, stays, links, about }: AppNotification): void {
  const { address, announce } = useFleetdesk.getState();
  const id = `about-${about}`;
  notifications.hide(id);
  if (formatAddress({ ...address, query: {} }) === about && !stays) {
    // Its page says it: only who cannot see it is told.
    announce(`${title}. ${text}`);
    return;
  }
  notifications.show({
    id,
    title,
    message: <Message links={links} onFollow={() => notifications.hide(id)} text={text} />,
    color: colours[tone],
    ...(stays ? { autoClose: false } : {}),
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
