/** The settings slice with a main process whose responses the test controls. */
import { expect, test } from "vitest";
import type { Settings } from "#shared/contract/settings.ts";
import {
  createSettingsSlice,
  type SettingsSlice,
  settingsTopics,
} from "../../../../../renderer/features/settings/settings-slice.ts";
import { nextTask, openSlice } from "../../open-slice.ts";

interface Main {
  /** What main stores; may also change independently, as by the command line. */
  stored: Partial<Settings>;
  /** Completes the oldest pending call. */
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

test("applies a change made elsewhere, even if it arrives while a write is in flight", async () => {
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

test("does not revert a change by a response that was requested before it", async () => {
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
