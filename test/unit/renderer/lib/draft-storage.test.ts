import { expect, onTestFinished, test } from "vitest";
import {
  clearSubmittedDraft,
  pruneTextDrafts,
  saveTextDraft,
  readTextDraft,
  readForm,
  subscribeToTextDrafts,
  writeForm,
} from "../../../../renderer/lib/draft-storage.ts";

/** In-memory local storage; returns its keys. */
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

test("deletes the drafts of a deleted connection and preserves others", () => {
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

test("deletes drafts that an earlier version stored without a connection name", () => {
  const keys = openStorage();
  for (const key of ["network/dns/primary", "network/profile", "streams/new", "streams/callback/url"])
    saveTextDraft(key, "https://fleet.example.com/in?token=secret");
  pruneTextDrafts(["Acme"]);
  expect(keys()).toEqual(["another program's"]);
});

test("keeps only templates if there is no connection", () => {
  const keys = openStorage();
  for (const key of storageKeys) saveTextDraft(key, "secret PIN");
  pruneTextDrafts([]);
  expect(keys()).toEqual(["another program's", "template/new"]);
});

test("reads nothing if local storage is disabled", () => {
  expect(() => pruneTextDrafts([])).not.toThrow();
});

test("keeps a draft in memory if local storage is disabled, and deletes it with its connection", () => {
  expect(saveTextDraft("network/Acme/dns", "half")).toBe(false);
  expect(readTextDraft("network/Acme/dns")).toBe("half");
  pruneTextDrafts([]);
  expect(readTextDraft("network/Acme/dns")).toBe("");
});

test("notifies subscribers of each change", () => {
  openStorage();
  const texts: string[] = [];
  const stop = subscribeToTextDrafts(() => texts.push(readTextDraft("streams/Acme/new")));
  saveTextDraft("streams/Acme/new", "a");
  saveTextDraft("streams/Acme/new", "");
  stop();
  saveTextDraft("streams/Acme/new", "b");
  expect(texts).toEqual(["a", ""]);
});

test("deletes a submitted draft, unless it was edited since", () => {
  openStorage();
  saveTextDraft("network/Acme/dns", "half, and more");
  expect(clearSubmittedDraft("network/Acme/dns", "half")).toBe(false);
  expect(readTextDraft("network/Acme/dns")).toBe("half, and more");
  expect(clearSubmittedDraft("network/Acme/dns", "half, and more")).toBe(true);
  expect(readTextDraft("network/Acme/dns")).toBe("");
});

const empty = { name: "", historic: false };

test("round-trips a form, and does not store an empty one", () => {
  const form = { name: "Meters", historic: true };
  expect([readForm(writeForm(form, empty), empty), writeForm({ ...empty }, empty)]).toEqual([form, ""]);
});

test.each(["", "null", "7", "{", '{"name":1,"historic":null}'])("parses %s as an empty form", (text) => {
  expect(readForm(text, empty)).toEqual(empty);
});
