/** The slice of settings over a main process whose answers are given by hand. */
import { expect, test } from "vitest";
import type { Settings } from "../../../../../preload/contract/settings.ts";
import {
  createSettingsSlice,
  type SettingsSlice,
  settingsTopics,
} from "../../../../../renderer/features/settings/settings-slice.ts";
import { nextTask, openSlice } from "../../open-slice.ts";

interface Main {
  /** What main keeps; it may change by itself, as by the command line. */
  stored: Partial<Settings>;
  /** Ends the oldest call that is on its way. */
  answer(): Promise<void>;
}

function openSettings(): {
  readonly slice: () => SettingsSlice;
  readonly main: Main;
  readonly notifyChanged: () => void;
} {
  const waiting: (() => void)[] = [];
  const main: Main = {
    stored: { theme: "light", lastAddress: "" },
    answer: async () => {
      waiting.shift()?.();
      await nextTask();
    },
  };
  const call = (address: string, input: Partial<Settings>): Promise<unknown> =>
    new Promise((resolve) => {
      if (address === "settings.set") main.stored = { ...main.stored, ...input };
      const value = main.stored;
      waiting.push(() => resolve({ ok: true, value }));
    });
  const slice = openSlice(createSettingsSlice, call);
  const topics = settingsTopics(slice);
  return { slice, main, notifyChanged: () => topics["settings.changed"]?.({}) };
}

test("a change from elsewhere is seen also when it comes while one of ours is on its way", async () => {
  const { slice, main, notifyChanged } = openSettings();
  void slice().loadSettings();
  await main.answer();
  void slice().changeSettings({ lastAddress: "/fleet" });
  main.stored = { ...main.stored, theme: "dark" };
  notifyChanged();
  await main.answer();
  await main.answer();
  expect(slice().settings).toMatchObject({ theme: "dark", lastAddress: "/fleet" });
});

test("an answer that was asked for before a change of ours does not take that change back", async () => {
  const { slice, main } = openSettings();
  void slice().loadSettings();
  await main.answer();
  void slice().loadSettings();
  void slice().changeSettings({ theme: "dark" });
  await main.answer();
  expect(slice().settings?.theme).toBe("dark");
  await main.answer();
  await main.answer();
  expect(slice().settings?.theme).toBe("dark");
});
