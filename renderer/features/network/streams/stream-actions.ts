/** Actions on data streams and API callbacks: of their pages, the rows of their lists and the palette. */
import { t } from "#shared/texts/text.ts";
import { IconCopy, IconRefresh, IconRipple } from "@tabler/icons-react";
import type { Callback, Stream, StreamForm } from "#shared/contract/network/stream-schemas.ts";
import { type Action, type AppAction, onOpen, sendBlocker } from "../../../app/actions/action.ts";
import type { State } from "../../../app/store/store.ts";
import { currentConnection } from "../../../data/connection.ts";
import { cachedData } from "../../../data/fleet-query.ts";
import { fleet } from "../../../lib/fleet.ts";
import {
  creation,
  deletion,
  openedRecord,
  openRecord,
  places,
  readBlocker,
  refreshAction,
  showMatching,
} from "../network-actions.ts";
import { profileTitle } from "../network-labels.ts";
import { emptyStream, hasStreamDraft, saveStreamDraft, streamDraftOf } from "./stream-draft.ts";

export const duplicateStream: Action<Stream> = {
  id: "duplicate-stream",
  changesNothing: true,
  icon: IconCopy,
  title: () => t(($) => $.network.streams.detail.duplicate),
  confirm: () =>
    hasStreamDraft(currentConnection()?.name ?? "")
      ? {
          title: t(($) => $.network.streams.detail.draftTitle),
          summary: t(($) => $.network.streams.detail.draft),
          confirmLabel: t(($) => $.network.streams.detail.replaceDraft),
          cancelLabel: t(($) => $.network.streams.detail.keepDraft),
        }
      : undefined,
  run: async ({ key }, state) => {
    const { form } = await fleet.streams.show({ key });
    const title = t(($) => $.network.streams.detail.duplicate);
    if (form === undefined) {
      const text = t(($) => $.network.streams.detail.notRepeatable);
      state.notify({ about: `stream ${key}`, title, text, tone: "plain" });
      return;
    }
    openStreamForm(state, { ...emptyStream, ...streamDraftOf(form) });
  },
};

function openStreamForm({ navigate }: State, draft: Parameters<typeof saveStreamDraft>[1]): void {
  saveStreamDraft(currentConnection()?.name ?? "", draft);
  navigate({ path: places.stream, query: { stream: "new", step: "target" } });
}

function resolveAction(is: "created" | "not-created"): Action<Pick<Stream, "creation">> {
  return {
    id: `mark-as-${is}`,
    title: () =>
      is === "created" ? t(($) => $.network.streams.outcome.created) : t(($) => $.network.streams.outcome.notCreated),
    scope: ({ creation }) => `creation ${creation?.entry ?? ""}`,
    disabledReason: ({ creation }) =>
      creation?.state === "unknown" ? undefined : t(($) => $.network.streams.outcome.resolved),
    run: async ({ creation }) => {
      if (creation !== undefined) await fleet.streams.resolveCreation({ entry: creation.entry, is });
    },
  };
}

/** Of streams and callbacks. */
export const creationActions = [resolveAction("created"), resolveAction("not-created")] as const;

const showStreamCallback: Action<Stream> = {
  id: "show-stream-callback",
  changesNothing: true,
  title: () => t(($) => $.network.streams.detail.showCallback),
  disabledReason: ({ callback }) =>
    callback === undefined ? t(($) => $.network.streams.detail.noCallback) : undefined,
  run: ({ callback = "" }, state) => openRecord(state, "callback", callback),
};

export const streamActions: readonly Action<Stream>[] = [duplicateStream, showStreamCallback];

function withoutId({ id }: Callback): string | undefined {
  return id === undefined ? t(($) => $.network.streams.callbacks.noId) : undefined;
}

export const refreshCallback: Action<Callback> = {
  id: "refresh-callback",
  icon: IconRefresh,
  title: () => t(($) => $.network.streams.callbacks.refresh),
  scope: ({ key }) => `callback ${key}`,
  disabledReason: (callback, state) => withoutId(callback) ?? readBlocker(state),
  run: async ({ id = "" }) => void (await fleet.streams.readCallback({ id })),
};

export const newStreamWithCallback: Action<Callback> = {
  id: "new-stream-with-callback",
  changesNothing: true,
  icon: IconRipple,
  title: () => t(($) => $.network.streams.callbacks.newStream),
  disabledReason: withoutId,
  run: ({ id = "" }, state) => openStreamForm(state, { destination: "rest-api", callbackIs: "existing", callback: id }),
};

export const deleteCallback: Action<Callback> = deletion({
  kind: "callback",
  idOf: ({ id = "" }) => id,
  lists: ["streams.callbacks"],
  title: () => t(($) => $.network.streams.callbacks.deleteBegin),
  disabledReason: (callback, state) => withoutId(callback) ?? sendBlocker(state),
  confirm: ({ id = "", url = id, streams }) => {
    const users = cachedData("profiles.list", {})?.items.filter(
      ({ callback: { assignment } }) => assignment.state === "uses" && assignment.callback === id,
    );
    return {
      title: t(($) => $.network.streams.callbacks.deleteTitle, { callback: url }),
      summary: [
        streams.length === 0
          ? t(($) => $.network.streams.callbacks.notUsed)
          : t(($) => $.network.streams.callbacks.usedByStreams, { count: streams.length }),
        ...(users === undefined || users.length === 0
          ? []
          : [t(($) => $.network.streams.callbacks.usedByProfiles, { profiles: users.map(profileTitle).join(", ") })]),
        t(($) => $.network.streams.callbacks.deleteInUse),
        t(($) => $.network.streams.callbacks.deleteEffect),
      ],
      confirmLabel: t(($) => $.network.streams.callbacks.delete),
      danger: true,
    };
  },
  remove: fleet.streams.deleteCallback,
});

const showCallbackStreams: Action<Callback> = {
  id: "show-callback-streams",
  changesNothing: true,
  title: () => t(($) => $.network.streams.callbacks.showStreams),
  disabledReason: ({ streams, url }) =>
    streams.length === 0 || url === undefined ? t(($) => $.network.streams.callbacks.noStreams) : undefined,
  run: ({ url = "" }, state) => showMatching(state, "stream", url),
};

export const callbackActions: readonly Action<Callback>[] = [
  newStreamWithCallback,
  refreshCallback,
  deleteCallback,
  showCallbackStreams,
];

export const createCallback = creation<{ readonly url: string; readonly purpose: string }>(
  "callback",
  () => t(($) => $.network.streams.callbacks.create),
  ["streams.callbacks"],
  async ({ connection, draft, allowSame }) => ({
    ...(await fleet.streams.createCallback({ connection, ...draft, allowSame })),
    of: "callback",
  }),
);
/** With the fingerprint of the requests that were shown. */
export const createStream = creation<{ readonly form: StreamForm; readonly fingerprint: string }>(
  "stream",
  () => t(($) => $.network.streams.review.create),
  ["streams.list", "streams.callbacks"],
  ({ connection, draft, allowSame }) => fleet.streams.create({ connection, ...draft, allowSame }),
);

export const refreshStreams = refreshAction(
  {
    id: "refresh-streams",
    title: t(($) => $.shell.commands.refreshStreams.title),
    keywords: t(($) => $.shell.commands.refreshStreams.keywords),
  },
  ["streams.list", "streams.callbacks"],
);

const openStream = (state: State): Stream | undefined =>
  openedRecord(state, "stream", cachedData("streams.list", {})?.items, ({ key }) => key);

const openCallback = (state: State): Callback | undefined =>
  openedRecord(state, "callback", cachedData("streams.callbacks", {})?.items, ({ id, key }) => id ?? key);

export const streamAppActions: readonly AppAction[] = [
  refreshStreams,
  onOpen(
    duplicateStream,
    openStream,
    t(($) => $.shell.unavailable.noStream),
    { id: "duplicate-open-stream", title: t(($) => $.shell.commands.duplicateStream), group: "fleet" },
  ),
  onOpen(
    deleteCallback,
    openCallback,
    t(($) => $.shell.unavailable.noCallback),
    { id: "delete-open-callback", title: t(($) => $.shell.commands.deleteCallback), group: "fleet" },
  ),
];
