/** The newest notification, in the top bar where it covers nothing, and the bell with the notification centre. */
import { t } from "#shared/texts/text.ts";
import { Button, CloseButton, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { loadable } from "../../ui/loadable.ts";
import { formatNumber } from "#shared/format.ts";
import { formatAddress } from "../../lib/address.ts";
import type { RecordedNotification } from "../notifications-slice.ts";
import { useFleetdesk } from "../store/store.ts";
import classes from "./notifications.module.css";

const NotificationCenter = loadable(async () => (await import("./notification-center.tsx")).NotificationCenter);

/** How long a toast stays; longer where something went wrong or waits. */
const shortMs = 10_000;
const longMs = 25_000;

export function NotificationToast(): ReactElement {
  const toast = useFleetdesk((state) => state.toast);
  const end = useFleetdesk((state) => state.endToast);
  const announce = useFleetdesk((state) => state.announce);
  const element = useRef<HTMLDivElement>(null);
  const here = useFleetdesk((state) => formatAddress({ ...state.address, query: {} }));
  const isOnPage = toast !== undefined && isVisibleOn(toast, here);
  useEffect(() => {
    if (toast === undefined) return undefined;
    if (isOnPage) {
      announce(t(($) => $.shell.notifications.announcement, { title: toast.title, text: toast.text }));
      end(toast.id, { read: true });
      return undefined;
    }
    const timer = window.setInterval(
      () => {
        // Not while the operator reads or uses it.
        if (element.current?.matches(":hover, :focus-within") !== true) end(toast.id);
      },
      toast.tone === "plain" ? shortMs : longMs,
    );
    return () => window.clearInterval(timer);
  }, [toast, isOnPage, announce, end]);
  if (toast === undefined || isOnPage) return <div className={classes["gap"]} />;
  const { id, title, text, tone, links = [], undo } = toast;
  const close = (): void => end(id, { read: true });
  return (
    <div className={classes["gap"]}>
      <div className={classes["toast"]} data-tone={tone} ref={element} role="alert" title={text}>
        <p>
          <b>{title}</b> {text}
        </p>
        {links.map((link) => (
          <a href={`#${link.address}`} key={link.address} onClick={close}>
            {link.text}
          </a>
        ))}
        {undo === undefined ? undefined : (
          <Button
            onClick={() => {
              close();
              undo.run();
            }}
          >
            {undo.label}
          </Button>
        )}
        <CloseButton aria-label={t(($) => $.common.close)} onClick={close} size="sm" />
      </div>
    </div>
  );
}

/** The page of the object shows the news, so it is only announced to screen readers, unless it offers more than that page. */
function isVisibleOn({ about, decision, undo, links = [] }: RecordedNotification, page: string): boolean {
  return about === page && decision !== true && undo === undefined && links.every(({ address }) => address === page);
}

/** The number of unread notifications, and the centre below it. */
export function NotificationMenu(): ReactElement {
  const unread = useFleetdesk((state) => state.notifications.filter(({ read }) => !read).length);
  const urgent = useFleetdesk((state) => state.notifications.some(({ read, tone }) => !read && tone !== "plain"));
  const markRead = useFleetdesk((state) => state.markNotificationsRead);
  const [opened, setOpened] = useState(false);
  const change = (open: boolean): void => {
    setOpened(open);
    if (!open) markRead();
  };
  return (
    <Popover onChange={change} opened={opened} position="bottom-end" returnFocus trapFocus width={420}>
      <Popover.Target>
        <button className={classes["bell"]} onClick={() => change(!opened)} type="button">
          <IconBell aria-hidden size={16} stroke={1.6} />
          <span className="visually-hidden">
            {unread === 0
              ? t(($) => $.shell.notifications.title)
              : t(($) => $.shell.notifications.unread, { count: unread })}
          </span>
          {unread === 0 ? undefined : (
            <span aria-hidden className={classes["count"]} data-urgent={urgent || undefined}>
              {formatNumber(unread)}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t(($) => $.shell.notifications.title)} p={0}>
        {opened ? <NotificationCenter onClose={() => change(false)} /> : undefined}
      </Popover.Dropdown>
    </Popover>
  );
}
