import { expect, test } from "vitest";
import { selectLaunchMode, hasDisplay } from "../../../tools/start/launch-mode.ts";

const machine = {
  hasDisplay: true,
  electron: () => Promise.resolve("/electron" as string | undefined),
  chromium: () => "/usr/bin/chromium" as string | undefined,
};

test("the window opens with Electron where its binary is available", async () => {
  expect(await selectLaunchMode(machine)).toEqual({ mode: "electron", binary: "/electron" });
});

test("without Electron it opens in the system's Chromium, and the reason is given", async () => {
  const choice = await selectLaunchMode({ ...machine, electron: () => Promise.resolve(undefined) });
  expect(choice).toMatchObject({ mode: "chromium-shell", binary: "/usr/bin/chromium" });
});

test("without either, the demo runs in the terminal, and the reason is given", async () => {
  const choice = await selectLaunchMode({
    ...machine,
    electron: () => Promise.resolve(undefined),
    chromium: () => undefined,
  });
  expect(choice).toMatchObject({ mode: "demo", reason: expect.stringContaining("no Chromium") as string });
});

test("without a display nothing is downloaded or opened", async () => {
  const electron = (): Promise<string> => Promise.reject(new Error("was asked"));
  expect(await selectLaunchMode({ ...machine, hasDisplay: false, electron })).toMatchObject({ mode: "demo" });
});

test("a display is detected by a variable, except on Windows and macOS", () => {
  expect(hasDisplay("linux", {})).toBe(false);
  expect(hasDisplay("linux", { DISPLAY: "" })).toBe(false);
  expect(hasDisplay("linux", { DISPLAY: ":0" })).toBe(true);
  expect(hasDisplay("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe(true);
  expect(hasDisplay("win32", {})).toBe(true);
  expect(hasDisplay("darwin", {})).toBe(true);
});
