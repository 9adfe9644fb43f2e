/**
 * The notification centre: what finished, stopped, failed or was exported, and what waits for a decision. Every notification is recorded
 * here first; a toast shows the newest for a while. Stored by the browser engine, for each connection up to a limit.
 */
import { formatText, t } from "#shared/texts/text.ts";
import { readTextDraft, saveTextDraft } from "../lib/draft-storage.ts";
import { fleet } from "../lib/fleet.ts";
import type { SliceCreator, SliceTopics } from "../lib/slice.ts";

export interface AppNotification {
  readonly title: string;
  readonly text: string;
  readonly tone: "plain" | "waiting" | "bad";
  /** A newer notification about the same replaces the former one. The address of a page, or an id. */
  readonly about?: string;
  /** A campaign or change waits for an operator. */
  readonly decision?: boolean;
  /** Only a toast: a hint about what was just pressed. */
  readonly hint?: boolean;
  /** Target addresses without `#`. */
  readonly links?: readonly { readonly text: string; readonly address: string }[];
  /** An exported file. */
  readonly file?: string;
  /** Hash that proves later that the file was not replaced. */
  readonly fingerprint?: string;
  /** The current connection if missing. */
  readonly connection?: string;
  /** Restores what was deleted, while the window is open. */
  readonly undo?: { readonly label: string; readonly run: () => void };
}

export interface RecordedNotification extends AppNotification {
  readonly id: string;
  readonly at: number;
  readonly read: boolean;
  /** Recorded since this window opened: the core still knows its file. */
  readonly recent: boolean;
}

export interface NotificationsSlice {
  /** Of every connection, newest first. */
  readonly notifications: readonly RecordedNotification[];
  readonly toast: RecordedNotification | undefined;
  /** The connection of notifications that name none. */
  readonly notificationHome: string;
  readonly notify: (notification: AppNotification) => void;
  /** Takes the toast away; the notification stays in the centre. `read`: the page already shows it. */
  readonly endToast: (id: string, options?: { readonly read?: boolean }) => void;
  readonly markNotificationsRead: () => void;
  readonly removeNotification: (id: string) => void;
  readonly clearNotifications: () => void;
  /** Loads the stored notifications of these connections. */
  readonly openNotifications: (connections: readonly string[], current: string | undefined) => void;
}

/** Of each connection. */
const maxStored = 100;
let counter = 0;

const storageKey = (connection: string): string => `notifications/${connection}/list`;

export const createNotificationsSlice: SliceCreator<NotificationsSlice> = (set, get) => {
  const homeOf = ({ connection }: AppNotification): string => connection ?? get().notificationHome;
  /** Replaces the list, and stores it for the connections whose notifications changed. */
  const put = (notifications: readonly RecordedNotification[], connections: ReadonlySet<string>): void => {
    set({ notifications });
    for (const connection of connections) {
      const own = notifications.filter((one) => homeOf(one) === connection).slice(0, maxStored);
      saveTextDraft(storageKey(connection), own.length === 0 ? "" : JSON.stringify(own.map(withoutUndo)));
    }
  };
  const loaded = new Set<string>();
  return {
    notifications: [],
    toast: undefined,
    notificationHome: "",
    notify: (notification) => {
      counter += 1;
      const connection = homeOf(notification);
      const at = Date.now();
      const recorded = { ...notification, connection, id: `${at}-${counter}`, at, read: false, recent: true };
      set({ toast: recorded });
      if (notification.hint === true) return;
      const { about } = notification;
      const others = get().notifications.filter((one) => about === undefined || one.about !== about);
      const full = others.filter((one) => homeOf(one) === connection).slice(maxStored - 1);
      put([recorded, ...others.filter((one) => !full.includes(one))], new Set([connection]));
    },
    endToast: (id, { read = false } = {}) => {
      if (get().toast?.id === id) set({ toast: undefined });
      const { notifications } = get();
      const one = notifications.find((other) => other.id === id);
      if (!read || one === undefined) return;
      put(
        notifications.map((other) => (other === one ? { ...one, read } : other)),
        new Set([homeOf(one)]),
      );
    },
    markNotificationsRead: () => {
      const { notifications } = get();
      const unread = notifications.filter(({ read }) => !read);
      if (unread.length === 0) return;
      put(
        notifications.map((one) => ({ ...one, read: true })),
        new Set(unread.map(homeOf)),
      );
    },
    removeNotification: (id) => {
      const { notifications } = get();
      put(
        notifications.filter((one) => one.id !== id),
        new Set(notifications.filter((one) => one.id === id).map(homeOf)),
      );
    },
    clearNotifications: () => put([], new Set(get().notifications.map(homeOf))),
    openNotifications: (connections, current) => {
      const stored = connections.filter((name) => !loaded.has(name)).flatMap(readStored);
      for (const name of connections) loaded.add(name);
      set((before) => ({
        notificationHome: current ?? "",
        notifications: [...before.notifications, ...stored]
          .filter(({ connection = "" }) => connection === "" || connections.includes(connection))
          .toSorted((a, b) => b.id.localeCompare(a.id, undefined, { numeric: true })),
      }));
    },
  };
};

function withoutUndo({ undo: _undo, ...rest }: RecordedNotification): RecordedNotification {
  return { ...rest, recent: false };
}

/** Those of former windows; unreadable ones are ignored. */
function readStored(connection: string): readonly RecordedNotification[] {
  try {
    const list: unknown = JSON.parse(readTextDraft(storageKey(connection)) || "[]");
    return Array.isArray(list) ? list.filter(isRecorded) : [];
  } catch {
    return [];
  }
}

function isRecorded(value: unknown): value is RecordedNotification {
  if (typeof value !== "object" || value === null) return false;
  const { id, at, title, text } = value as Partial<Record<keyof RecordedNotification, unknown>>;
  return typeof id === "string" && typeof at === "number" && typeof title === "string" && typeof text === "string";
}

const connectionOf = async (campaignId: string): Promise<string | undefined> => {
  try {
    return (await fleet.campaigns.status({ campaignId })).connection;
  } catch {
    // Deleted meanwhile: its notification is listed with those of the current connection.
    return undefined;
  }
};

export const notificationTopics: SliceTopics<NotificationsSlice> = (slice) => {
  /** Ends of changes that were reported: a change also moves when it is undone or an outcome is resolved. */
  const reported = new Set<string>();
  const reportQuotaChange = async (change: number): Promise<void> => {
    const notification = await quotaNotification(change);
    if (notification === undefined || reported.has(notification.key)) return;
    reported.add(notification.key);
    slice().notify(notification);
  };
  return {
    "campaigns.notice": ({ campaignId, kind, title, text }) =>
      void connectionOf(campaignId).then((connection) =>
        slice().notify({
          about: `/campaigns/${campaignId}`,
          title,
          text,
          tone: kind === "finished" ? "plain" : "waiting",
          decision: kind === "decision",
          links: [{ text: t(($) => $.shell.stopped.openCampaign), address: `/campaigns/${campaignId}` }],
          connection,
        }),
      ),
    // Each automatic sync may fail for the same reason: only the newest is listed.
    "fleet.syncEnded": ({ connection, collection, outcome, message }) => {
      if (outcome !== "failed" || message === undefined) return;
      slice().notify({
        about: `sync ${connection} ${collection}`,
        title: t(($) => $.shell.notifications.syncFailed),
        text: formatText(message),
        tone: "bad",
        connection,
      });
    },
    "data.damaged": ({ message }) =>
      slice().notify({
        about: "damage",
        title: t(($) => $.shell.notifications.damaged),
        text: formatText(message),
        tone: "bad",
        links: [{ text: t(($) => $.shell.notifications.openData), address: "/settings/data" }],
      }),
    "updates.available": ({ version }) =>
      slice().notify({
        about: "update",
        title: t(($) => $.settings.updates.notice, { version }),
        text: t(($) => $.settings.updates.noticeText),
        tone: "plain",
        links: [{ text: t(($) => $.settings.updates.open), address: "/settings/general" }],
      }),
    "proxy.changed": ({ proxy, rejected }) => {
      if (!rejected) return;
      slice().notify({
        about: `proxy ${proxy}`,
        title: t(($) => $.connections.proxy.required),
        text: t(($) => $.connections.proxy.notice, { proxy }),
        tone: "waiting",
        decision: true,
        links: [{ text: t(($) => $.connections.proxy.openSettings), address: "/settings/connections" }],
      });
    },
    "quotas.changeMoved": ({ change }) => void reportQuotaChange(change),
  };
};

/** An end is reported while it is new. */
const newMs = 60_000;

/** Of a bulk change that just ended, or that stopped and waits for an operator. */
async function quotaNotification(change: number): Promise<(AppNotification & { readonly key: string }) | undefined> {
  try {
    const { state, title, counts, message, single, connection, endedAt = 0 } = await fleet.quotas.state({ change });
    const isDone = state === "finished" && Date.now() - endedAt < newMs;
    if (single || (!isDone && state !== "interrupted")) return undefined;
    const about = `/quotas/changes/${change}`;
    return {
      key: `${change} ${state} ${endedAt}`,
      about,
      title: t(($) => (isDone ? $.shell.notifications.quotaDone : $.shell.notifications.quotaStopped), {
        title: formatText(title),
      }),
      text:
        message === undefined
          ? t(($) => $.shell.notifications.quotaCounts, { done: counts.set, unknown: counts.unknown })
          : formatText(message),
      tone: isDone && counts.unknown === 0 ? "plain" : "waiting",
      links: [{ text: t(($) => $.shell.stopped.openQuotaChange), address: about }],
      connection,
    };
  } catch {
    // Deleted meanwhile: nothing is left to report.
    return undefined;
  }
}
