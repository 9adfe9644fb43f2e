import { expect, onTestFinished, test } from "vitest";
import { dropTextsOfOthers, keepText } from "../../../../renderer/lib/kept-text.ts";

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

const kept = ["sms/Acme/70001", "sms/Branch/70001", "quota/Branch/70001/data", "streams/new", "template/new"];

test("what was written to a connection goes with it, the rest stays", () => {
  const keys = openStorage();
  for (const key of kept) keepText(key, "secret PIN");
  dropTextsOfOthers(["Acme"]);
  expect(keys()).toEqual(["another program's", "sms/Acme/70001", "streams/new", "template/new"]);
});

test("without any connection only templates stay", () => {
  const keys = openStorage();
  for (const key of kept) keepText(key, "secret PIN");
  dropTextsOfOthers([]);
  expect(keys()).toEqual(["another program's", "template/new"]);
});

test("storage that is switched off holds nothing", () => {
  expect(() => dropTextsOfOthers([])).not.toThrow();
});
