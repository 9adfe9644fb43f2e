/** The settings of the window with a main process whose responses the test controls. */
import { QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import type { Settings } from "#shared/contract/settings.ts";
import { formatTime } from "#shared/format.ts";
import { setTimeDisplay } from "#shared/time-display.ts";
import {
  changeSettings,
  currentSettings,
  followTimeDisplay,
  loadSettings,
  useSettingsFailure,
} from "../../../../renderer/data/settings.ts";
import { queryClient } from "../../../../renderer/data/fleet-query.ts";
import { reloadQueries } from "../../../../renderer/data/invalidations.ts";
import { openData, readHook } from "../open-data.ts";
import { nextTask } from "../open-slice.ts";

/** What main stores; may also change independently, as by the command line. `answer` completes the oldest pending call. */
async function openSettings(): Promise<{
  readonly main: { stored: Partial<Settings> };
  readonly answer: (problem?: string) => Promise<void>;
}> {
  const waiting: ((problem: string | undefined) => void)[] = [];
  const main: { stored: Partial<Settings> } = { stored: { theme: "light", lastAddress: "" } };
  openData<Partial<Settings>>(
    (address, input) =>
      new Promise((resolve) => {
        if (address === "settings.set") main.stored = { ...main.stored, ...input };
        const value = main.stored;
        waiting.push((problem) =>
          resolve(
            problem === undefined
              ? { ok: true, value }
              : { ok: false, failure: { code: problem, text: { code: problem } } },
          ),
        );
      }),
  );
  onTestFinished(followTimeDisplay());
  onTestFinished(() => setTimeDisplay());
  const answer = async (problem?: string): Promise<void> => {
    waiting.shift()?.(problem);
    await nextTask();
    await nextTask();
  };
  const loaded = loadSettings();
  await nextTask();
  await answer();
  await loaded;
  const [query] = queryClient.getQueryCache().findAll({ queryKey: ["settings.get"] });
  // A component shows them.
  onTestFinished(new QueryObserver(queryClient, query?.options as never).subscribe(() => undefined));
  return { main, answer };
}

test("applies a change made elsewhere, even if it arrives while a write is in flight", async () => {
  const { main, answer } = await openSettings();
  const write = changeSettings({ lastAddress: "/fleet" });
  main.stored = { ...main.stored, theme: "dark" };
  const reload = reloadQueries("settings.get");
  await answer();
  await write;
  await answer();
  await reload;
  expect(currentSettings()).toMatchObject({ theme: "dark", lastAddress: "/fleet" });
});

test("does not revert a change by a response that was requested before it", async () => {
  const { answer } = await openSettings();
  const reload = reloadQueries("settings.get");
  await nextTask();
  const write = changeSettings({ theme: "dark" });
  expect(currentSettings()?.theme).toBe("dark");
  await answer();
  expect(currentSettings()?.theme).toBe("dark");
  await answer();
  await write;
  await answer();
  await reload;
  expect(currentSettings()?.theme).toBe("dark");
});

test("a change that cannot be saved stays in effect, and says why until the next one is saved", async () => {
  const { answer } = await openSettings();
  const write = changeSettings({ theme: "dark" });
  await answer("disk-full");
  await write;
  expect([currentSettings()?.theme, readHook(() => useSettingsFailure())?.code]).toEqual(["dark", "disk-full"]);
  const next = changeSettings({ theme: "light" });
  await answer();
  await next;
  expect(readHook(() => ({ failure: useSettingsFailure() })).failure).toBeUndefined();
});

test("times follow the clock and the time zone of the settings", async () => {
  const { answer } = await openSettings();
  const write = changeSettings({ clock: "12h", timeZone: "Asia/Kolkata" });
  await answer();
  await write;
  const at = Date.UTC(2031, 3, 2, 12);
  expect(formatTime(at, at)).toBe("5:30 pm");
});
