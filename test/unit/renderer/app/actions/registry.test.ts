import { beforeAll, expect, test } from "vitest";
import { type AppAction, unavailableReason } from "../../../../../renderer/app/actions/action.ts";
import type { State } from "../../../../../renderer/app/store/store.ts";

let appActions: readonly AppAction[];

beforeAll(async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  ({ appActions } = await import("../../../../../renderer/app/actions/registry.ts"));
  return () => void Reflect.deleteProperty(globalThis, "window");
});

/** A window without a connection, data, or a page that actions work on. */
const emptyState = {
  address: { path: ["settings"], query: {} },
  syncs: [],
  networkOnline: false,
  eventsFollowing: false,
} as unknown as State;

test("each action has an id and a title of its own", () => {
  const ids = appActions.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const titles = appActions.map(({ title }) => title);
  expect(titles).toEqual([...new Set(titles)]);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("no two actions have the same shortcut", () => {
  const keys = appActions.flatMap((action) => action.keys ?? []);
  expect(keys).toEqual([...new Set(keys)]);
});

test("every unavailable action has a reason, in a sentence", () => {
  const reasons = appActions.flatMap(({ id, disabledReason }) => {
    const reason = disabledReason?.(emptyState, emptyState);
    return reason === undefined ? [] : [{ id, reason }];
  });
  for (const { reason } of reasons) expect(reason).toMatch(/^[A-Z].*\.$/);
  expect(reasons.map(({ id }) => id)).toEqual([
    "sync-fleet",
    "cancel-sync",
    "new-sms",
    "write-sms",
    "change-quotas",
    "ask-quotas",
    "new-dns",
    "new-profile",
    "new-stream",
    "new-callback",
    "refresh-network",
    "delete-open-dns",
    "edit-profile-of-open-profile",
    "attach-dns-of-open-profile",
    "detach-dns-of-open-profile",
    "refresh-streams",
    "duplicate-open-stream",
    "delete-open-callback",
    "new-campaign",
    "pause-campaign",
    "resume-campaign",
    "recall-campaign",
    "test-open-draft",
    "discard-open-draft",
    "read-newest-events",
    "follow-events",
    "stop-following",
    "export-events-csv",
    "export-events-lines",
    "sign-out",
    "undo",
    "toggle-theme",
    "toggle-density",
    "toggle-rail",
    "close-detail",
  ]);
});

test.each([
  ["data-dir-read-only", "The data directory is read-only."],
  ["disk-full", "The disk is full."],
])(
  "while nothing can be written (%s), actions that change something say why, and sending can be stopped",
  (code, reason) => {
    const state = { ...emptyState, readOnly: { code, text: { code } } } as unknown as State;
    const blocked = appActions.filter((action) => unavailableReason(action, state, state) === reason);
    expect(blocked.map(({ id }) => id)).toEqual([
      "sync-fleet",
      "cancel-sync",
      "ask-quotas",
      "refresh-network",
      "delete-open-dns",
      "edit-profile-of-open-profile",
      "attach-dns-of-open-profile",
      "detach-dns-of-open-profile",
      "refresh-streams",
      "delete-open-callback",
      "pause-campaign",
      "resume-campaign",
      "recall-campaign",
      "discard-open-draft",
      "read-newest-events",
      "follow-events",
      "sign-out",
    ]);
    expect(appActions.find(({ id }) => id === "stop-everything")).toMatchObject({ changesNothing: true });
  },
);
