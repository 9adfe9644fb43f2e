import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import {
  createNotificationsSlice,
  notificationTopics,
  type NotificationsSlice,
} from "../../../../renderer/app/notifications-slice.ts";
import { openSlice } from "../open-slice.ts";

/** A window with a local storage of its own; further slices are later runs of it. */
function openWindow(): () => () => NotificationsSlice {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  return () => {
    const slice = openSlice(createNotificationsSlice, () => Promise.resolve({ ok: true, value: {} }));
    Object.assign(globalThis, { window: { localStorage } });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
    return slice;
  };
}

const plain = { text: "", tone: "plain" } as const;
const titles = (slice: () => NotificationsSlice): string[] => slice().notifications.map(({ title }) => title);

test("keeps the notifications of each connection over a restart, without what only works in the same window", () => {
  const run = openWindow();
  const first = run();
  first().openNotifications(["Acme", "Lab"], "Acme");
  first().notify({ ...plain, title: "one", undo: { label: "Restore", run: () => undefined } });
  first().notify({ ...plain, title: "two", connection: "Lab", file: "/a.csv" });
  first().notify({ ...plain, title: "a hint", hint: true });
  expect([titles(first), first().toast?.title]).toEqual([["two", "one"], "a hint"]);
  const second = run();
  second().openNotifications(["Acme", "Lab"], "Lab");
  expect(second().notifications.map(({ title, connection }) => [title, connection])).toEqual([
    ["two", "Lab"],
    ["one", "Acme"],
  ]);
  expect(second().notifications.some(({ undo, recent }) => undo !== undefined || recent)).toBe(false);
  const third = run();
  third().openNotifications(["Lab"], "Lab");
  expect(titles(third)).toEqual(["two"]);
});

test("a newer notification replaces the one about the same object, and each connection has a limit", () => {
  const slice = openWindow()();
  slice().openNotifications(["Acme", "Lab"], "Acme");
  slice().notify({ ...plain, title: "other", connection: "Lab" });
  slice().notify({ ...plain, title: "waits", about: "/campaigns/7" });
  slice().notify({ ...plain, title: "finished", about: "/campaigns/7" });
  expect(titles(slice)).toEqual(["finished", "other"]);
  for (let number = 0; number < 150; number += 1) slice().notify({ ...plain, title: `n${number}` });
  expect(slice().notifications).toHaveLength(101);
  expect([titles(slice)[0], titles(slice).at(-1)]).toEqual(["n149", "other"]);
});

test("the end of a toast loses nothing; what was read is counted no more", () => {
  const slice = openWindow()();
  slice().openNotifications(["Acme"], "Acme");
  slice().notify({ ...plain, title: "one" });
  const id = slice().toast?.id ?? "";
  slice().endToast(id);
  expect([slice().toast, slice().notifications[0]?.read]).toEqual([undefined, false]);
  slice().endToast(id, { read: true });
  expect(slice().notifications[0]?.read).toBe(true);
  slice().notify({ ...plain, title: "two" });
  slice().markNotificationsRead();
  expect(slice().notifications.every(({ read }) => read)).toBe(true);
  slice().removeNotification(id);
  expect(titles(slice)).toEqual(["two"]);
  slice().clearNotifications();
  expect(titles(slice)).toEqual([]);
});

test("reports damage of the database, each time in place of the former report", () => {
  const slice = openWindow()();
  slice().openNotifications(["Acme"], "Acme");
  const damaged = notificationTopics(slice)["data.damaged"];
  for (const file of ["/a.db", "/b.db"]) damaged?.({ message: codedText("database-damaged", { file }) });
  expect(slice().notifications).toMatchObject([
    { tone: "bad", text: formatText(codedText("database-damaged", { file: "/b.db" })) },
  ]);
});
