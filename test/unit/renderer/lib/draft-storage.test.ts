import { expect, onTestFinished, test } from "vitest";
import {
  pruneTextDrafts,
  saveTextDraft,
  readTextDraft,
  readForm,
  subscribeToTextDrafts,
  writeForm,
} from "../../../../renderer/lib/draft-storage.ts";

/** The browser's storage, in memory; returns the keys in it. */
function openStorage(): () => readonly string[] {
  const values = new Map<string, string>();
  const localStorage: Pick<Storage, "key" | "getItem" | "setItem" | "removeItem" | "length"> = {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  Object.assign(globalThis, { window: { localStorage } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  localStorage.setItem("another program's", "x");
  return () => [...values.keys()].map((key) => key.replace("fleetdesk/text/", ""));
}

const storageKeys = [
  "sms/Acme/70001",
  "sms/Branch/70001",
  "quota/Branch/70001/data",
  "network/Acme/profile/904",
  "network/Branch/dns",
  "streams/Acme/new",
  "streams/Branch/callback",
  "template/new",
];

test("what was written to a connection goes with it, the rest stays", () => {
  const keys = openStorage();
  for (const key of storageKeys) saveTextDraft(key, "secret PIN");
  pruneTextDrafts(["Acme"]);
  expect(keys()).toEqual([
    "another program's",
    "sms/Acme/70001",
    "network/Acme/profile/904",
    "streams/Acme/new",
    "template/new",
  ]);
});

test("what an earlier version kept without the name of a connection is dropped", () => {
  const keys = openStorage();
  for (const key of ["network/dns/primary", "network/profile", "streams/new", "streams/callback/url"])
    saveTextDraft(key, "https://fleet.example.com/in?token=secret");
  pruneTextDrafts(["Acme"]);
  expect(keys()).toEqual(["another program's"]);
});

test("without any connection only templates stay", () => {
  const keys = openStorage();
  for (const key of storageKeys) saveTextDraft(key, "secret PIN");
  pruneTextDrafts([]);
  expect(keys()).toEqual(["another program's", "template/new"]);
});

test("storage that is switched off holds nothing", () => {
  expect(() => pruneTextDrafts([])).not.toThrow();
});

test("where storage is switched off a text lasts as long as the window, and goes with its connection", () => {
  expect(saveTextDraft("network/Acme/dns", "half")).toBe(false);
  expect(readTextDraft("network/Acme/dns")).toBe("half");
  pruneTextDrafts([]);
  expect(readTextDraft("network/Acme/dns")).toBe("");
});

test("whoever shows a text hears of each change", () => {
  openStorage();
  const texts: string[] = [];
  const stop = subscribeToTextDrafts(() => texts.push(readTextDraft("streams/Acme/new")));
  saveTextDraft("streams/Acme/new", "a");
  saveTextDraft("streams/Acme/new", "");
  stop();
  saveTextDraft("streams/Acme/new", "b");
  expect(texts).toEqual(["a", ""]);
});

const empty = { name: "", historic: false };

test("a form is read back as it was written, and an empty one is not kept", () => {
  const form = { name: "Meters", historic: true };
  expect([readForm(writeForm(form, empty), empty), writeForm({ ...empty }, empty)]).toEqual([form, ""]);
});

test.each(["", "null", "7", "{", '{"name":1,"historic":null}'])("%s is an empty form", (text) => {
  expect(readForm(text, empty)).toEqual(empty);
});
