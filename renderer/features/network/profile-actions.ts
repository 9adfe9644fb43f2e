/** Actions on service profiles: their DNS configuration, their callback for received SMS, and their fields. */
import { formatText, t } from "#shared/texts/text.ts";
import { IconPencil, IconPlugConnected, IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import type { DnsAnswer } from "#shared/contract/network/dns.ts";
import type { CallbackAssignment, Profile } from "#shared/contract/network/profiles.ts";
import { type Action, type AppAction, onOpen, sendBlocker } from "../../app/actions/action.ts";
import type { State } from "../../app/store/store.ts";
import { cachedData, type InputOf, runRefresh } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { fleet } from "../../lib/fleet.ts";
import { creation, impactLines, loadImpact, ofWindow, openedRecord, openRecord, sends } from "./network-actions.ts";
import { callbackLabel, profileTitle } from "./network-labels.ts";
import { type NetworkDialog, resultKey } from "./network-slice.ts";
import type { ProfileDraft } from "./profile-form-state.ts";

// The DNS configuration of a profile.

export const refreshProfile: Action<{ readonly id: string }> = {
  id: "refresh-profile",
  icon: IconRefresh,
  title: () => t(($) => $.network.profile.refresh),
  scope: ({ id }) => `profile ${id}`,
  run: async ({ id: profile }) => {
    // A failure is shown as the state of the profile.
    if (await runRefresh("profiles.read", { profile })) await reloadQueries("profiles.get");
  },
};

function dialogAction(dialog: NetworkDialog, entry: Pick<Action<Profile>, "id" | "icon" | "title">): Action<Profile> {
  return {
    ...entry,
    changesService: dialog === "record-dns" ? undefined : true,
    run: ({ id: profile }, state) => {
      openRecord(state, "profile", profile);
      state.setNetworkDialog({ dialog, profile });
    },
  };
}

export const editProfile = dialogAction("edit-profile", {
  id: "edit-profile",
  icon: IconPencil,
  title: () => t(($) => $.network.profile.editBegin),
});

export const attachDns: Action<Profile> = {
  ...dialogAction("attach-dns", {
    id: "attach-dns",
    icon: IconPlugConnected,
    title: () => t(($) => $.network.dns.attachBegin),
  }),
  disabledReason: (_profile, state) => sendBlocker(state),
};

/** Saves what the operator knows; sends nothing. */
export const recordDns: Action<Profile> = {
  ...dialogAction("record-dns", {
    id: "record-dns",
    title: () => t(($) => $.network.dns.recordBegin),
  }),
  disabledReason: ({ dns }) =>
    dns.assignment.state === "unknown" ? undefined : t(($) => $.network.dns.alreadyReported),
};

/** `state` is that of the press: the answer belongs to its connection and closes its dialog. */
async function changeDns(
  state: State,
  profile: string,
  change: (connection: string | undefined) => Promise<DnsAnswer>,
): Promise<void> {
  const { connection } = ofWindow();
  const answer = await change(connection);
  state.setNetworkResult(resultKey(connection, "profile-dns", profile), answer);
  state.closeNetworkDialog(state.networkDialog);
  await reloadQueries("dns.list", "profiles.list", "profiles.get", "dns.changes");
}

export const sendAttachDns: Action<{ readonly profile: string; readonly dns: string }> = {
  ...sends,
  id: "send-attach-dns",
  title: () => t(($) => $.network.dns.attach),
  scope: ({ profile }) => `profile ${profile}`,
  run: async ({ profile, dns }, state) =>
    await changeDns(state, profile, (connection) => fleet.dns.attach({ connection, profile, dns })),
};

export const saveRecordedDns: Action<{ readonly profile: string; readonly dns: string | undefined }> = {
  id: "save-recorded-dns",
  title: () => t(($) => $.network.dns.record),
  scope: ({ profile }) => `profile ${profile}`,
  run: async ({ profile, dns }, state) =>
    await changeDns(state, profile, (connection) => fleet.dns.recordAssignment({ connection, profile, dns })),
};

export const detachDns: Action<Profile> = {
  ...sends,
  id: "detach-dns",
  icon: IconPlugConnectedX,
  title: () => t(($) => $.network.dns.detachBegin),
  scope: ({ id }) => `profile ${id}`,
  disabledReason: ({ dns }, state) =>
    dns.assignment.state === "none" ? t(($) => $.network.dns.isNone) : sendBlocker(state),
  prepare: ({ id }) => loadImpact({ action: "detach", profile: id }),
  confirm: (profile) => ({
    title: t(($) => $.network.dns.detachTitle, { profile: profileTitle(profile) }),
    summary: [...impactLines({ action: "detach", profile: profile.id }), ...dnsUndoLines(profile)],
    confirmLabel: t(($) => $.network.dns.detach),
  }),
  run: async ({ id: profile }, state) =>
    await changeDns(state, profile, (connection) => fleet.dns.detach({ connection, profile })),
};

/** Why a change of the configuration may not be undone. */
export function dnsUndoLines({ dns: { assignment, lost } }: Profile): readonly string[] {
  if (assignment.state !== "unknown" || lost !== undefined) return [];
  return [t(($) => $.network.dns.maybeNotUndoable), t(($) => $.network.dns.maybeNotUndoableHelp)];
}

/** The changes that are shown with a profile. */
export function dnsChangesOf(profile: string): InputOf<"dns.changes"> & { readonly profile: string } {
  return { profile, limit: 20 };
}

/** `undoes`: number of the change that is shown; without one, the newest that can be undone. */
export const undoDns: Action<Profile & { readonly undoes?: number }> = {
  ...sends,
  id: "undo-dns",
  title: () => t(($) => $.network.dns.undoBegin),
  scope: ({ id }) => `profile ${id}`,
  disabledReason: ({ id }, state) =>
    cachedData("dns.changes", dnsChangesOf(id))?.changes.some(({ undoable }) => undoable) === true
      ? sendBlocker(state)
      : t(($) => $.network.dns.nothingToUndo),
  prepare: ({ id }) => loadImpact({ action: "undo", profile: id }),
  confirm: (profile) => ({
    title: t(($) => $.network.dns.undoTitle, { profile: profileTitle(profile) }),
    summary: impactLines({ action: "undo", profile: profile.id }),
    confirmLabel: t(($) => $.network.dns.undo),
  }),
  run: async ({ id: profile, undoes: change }, state) =>
    await changeDns(state, profile, (connection) => fleet.dns.undo({ connection, profile, change })),
};

const showProfileEndpoints: Action<Profile> = {
  id: "show-profile-endpoints",
  changesNothing: true,
  title: () => t(($) => $.network.profile.showEndpoints),
  run: async ({ id }, { navigate }) => {
    const { filter } = await fleet.profiles.users({ profile: id });
    navigate({ path: ["fleet", "endpoint"], query: { filter } });
  },
};

export interface ProfileUpdate extends Omit<InputOf<"profiles.update">, "connection"> {
  readonly connection: string;
  /** The service has the new values. */
  readonly onUpdated: () => void;
}

export const updateProfile: Action<ProfileUpdate> = {
  ...sends,
  id: "update-profile",
  title: () => t(($) => $.network.profile.update),
  scope: ({ profile }) => `profile ${profile}`,
  connection: ({ connection }) => connection,
  run: async ({ onUpdated, ...update }, state) => {
    const answer = await fleet.profiles.update(update);
    state.setNetworkResult(resultKey(update.connection, "profile", update.profile), answer);
    if (answer.outcome === "updated" || answer.outcome === "unchanged") onUpdated();
    await reloadQueries("profiles.list", "profiles.get");
  },
};

// The callback for received SMS.

export interface CallbackChange {
  readonly profile: Profile;
  readonly assignment: Exclude<CallbackAssignment, { readonly state: "unknown" }>;
  /** Number of the change that is undone. */
  readonly undoOf?: number;
  /** The service answered. */
  readonly onAnswered?: () => void;
}

async function sendCallback(
  { profile: { id }, assignment, undoOf, onAnswered }: CallbackChange,
  state: State,
): Promise<void> {
  const { connection } = ofWindow();
  const callback = assignment.state === "uses" ? assignment.callback : undefined;
  const answer = await fleet.profiles.setCallback({ connection, profile: id, callback, undoOf });
  const former = callbackLabel(answer.before);
  state.setNetworkResult(resultKey(connection, "profile-callback", id), { ...answer, former });
  onAnswered?.();
  await reloadQueries("dns.list", "profiles.list", "profiles.get");
}

function callbackConfirmation({ profile, assignment, undoOf }: CallbackChange): Confirmation {
  const title = profileTitle(profile);
  const removes = assignment.state === "none";
  const callback = callbackLabel(assignment);
  const texts =
    undoOf !== undefined
      ? { title: t(($) => $.network.callback.undoTitle, { profile: title }), yes: t(($) => $.network.callback.undo) }
      : removes
        ? {
            title: t(($) => $.network.callback.removeTitle, { profile: title }),
            yes: t(($) => $.network.callback.remove),
          }
        : {
            title: t(($) => $.network.callback.setTitle, { profile: title, callback }),
            yes: t(($) => $.network.callback.set),
          };
  return {
    title: texts.title,
    summary: [
      t(($) => $.network.callback.impact, { profile: title, endpoints: formatText(profile.endpoints.sentence) }),
      removes ? t(($) => $.network.callback.removeEffect) : t(($) => $.network.callback.setEffect, { callback }),
      ...formerCallbackLines(profile),
    ],
    confirmLabel: texts.yes,
    danger: removes,
  };
}

/** The callback that the change replaces, and whether it can be restored. */
function formerCallbackLines({ callback: { assignment, lost, earlier } }: Profile): readonly string[] {
  if (assignment.state === "none") return [t(($) => $.network.callback.currentNone)];
  if (assignment.state === "uses")
    return [t(($) => $.network.callback.current, { callback: callbackLabel(assignment) })];
  if (lost === undefined || earlier === undefined)
    return [t(($) => $.network.callback.notUndoable), t(($) => $.network.callback.notUndoableHelp)];
  if (earlier.assignment.state === "none") return [t(($) => $.network.callback.beforeLostNone)];
  return [t(($) => $.network.callback.beforeLost, { callback: callbackLabel(earlier.assignment) })];
}

export const setCallback: Action<CallbackChange> = {
  ...sends,
  id: "set-profile-callback",
  title: () => t(($) => $.network.callback.setBegin),
  scope: ({ profile }) => `profile ${profile.id}`,
  // Validates only: an invalid id is reported at its field before the confirmation opens.
  prepare: async ({ profile, assignment }) => {
    if (assignment.state === "uses") await fleet.profiles.check({ name: profile.id, callback: assignment.callback });
  },
  confirm: callbackConfirmation,
  run: sendCallback,
};

function callbackAction(
  entry: Pick<Action<Profile>, "id" | "title">,
  changeOf: (profile: Profile) => CallbackChange | undefined,
  missing: () => string,
): Action<Profile> {
  return {
    ...sends,
    ...entry,
    scope: ({ id }) => `profile ${id}`,
    disabledReason: (profile, state) => (changeOf(profile) === undefined ? missing() : sendBlocker(state)),
    confirm: (profile) => {
      const change = changeOf(profile);
      return change === undefined ? undefined : callbackConfirmation(change);
    },
    run: async (profile, state) => {
      const change = changeOf(profile);
      if (change !== undefined) await sendCallback(change, state);
    },
  };
}

export const removeCallback = callbackAction(
  { id: "remove-profile-callback", title: () => t(($) => $.network.callback.removeBegin) },
  (profile) => (profile.callback.assignment.state === "none" ? undefined : { profile, assignment: { state: "none" } }),
  () => t(($) => $.network.callback.isNone),
);

export const undoCallback = callbackAction(
  { id: "undo-profile-callback", title: () => t(($) => $.network.callback.undoBegin) },
  (profile) => {
    const { earlier } = profile.callback;
    if (earlier === undefined) return undefined;
    const { change, assignment } = earlier;
    return { profile, assignment: assignment.state === "uses" ? assignment : { state: "none" }, undoOf: change };
  },
  () => t(($) => $.network.dns.nothingToUndo),
);

export const profileActions: readonly Action<Profile>[] = [
  editProfile,
  attachDns,
  detachDns,
  undoDns,
  recordDns,
  removeCallback,
  undoCallback,
  refreshProfile,
  showProfileEndpoints,
];

export const createProfile = creation<ProfileDraft>(
  "profile",
  () => t(($) => $.network.profile.create),
  ["dns.list", "profiles.list"],
  ({ connection, draft, allowSame }) => fleet.profiles.create({ connection, ...draft, allowSame }),
);

const openProfile = (state: State): Profile | undefined =>
  openedRecord(state, "profile", cachedData("profiles.list", {})?.items, ({ id }) => id);
export const profileAppActions: readonly AppAction[] = (
  [
    [editProfile, t(($) => $.shell.commands.editProfile)],
    [attachDns, t(($) => $.shell.commands.attachDns)],
    [detachDns, t(($) => $.shell.commands.detachDns)],
  ] as const
).map(([action, title]) =>
  onOpen(
    action,
    openProfile,
    t(($) => $.shell.unavailable.noProfile),
    { id: `${action.id}-of-open-profile`, title, group: "fleet" },
  ),
);
