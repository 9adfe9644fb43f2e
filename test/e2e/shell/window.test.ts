import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";
import { shareInFile } from "../harness/lifetime.ts";
import { callCore, goTo } from "../look-up.ts";

const shared = shareInFile(() => launchFleetdesk());

/**
 * Records the topics that the page receives from now on in `window.received`; `of` maps a topic to the recorded value, undefined for none.
 */
async function listen(page: Page, of: string): Promise<void> {
  await page.evaluate(`{
    window.received = [];
    window.stopListening?.();
    window.stopListening = window.fleet.on((topic, payload) => {
      const one = (${of})(topic, payload);
      if (one !== undefined) window.received.push(one);
    });
  }`);
}

test("the built window opens, and the core behind it answers a call", async () => {
  const { page, desktop } = shared();
  expect(await page.title()).toBe("Fleetdesk");
  const call = 'window.fleet.call("connections.list", {})';
  expect(await page.evaluate(call)).toEqual({ ok: true, value: { connections: [] } });
  await expect.poll(() => desktop.window()).toEqual({ visible: true, minimized: false, maximized: false });
});

test("the window reopens at its last size", async () => {
  const first = await launchFleetdesk();
  await expect.poll(() => first.desktop.window()).toMatchObject({ visible: true });
  await first.desktop.resize({ x: 100, y: 100, width: 900, height: 640 });
  await first.desktop.act("maximize");
  await first.desktop.act("close");
  expect(await first.desktop.ended).toBe(0);
  const second = await launchFleetdesk({ dataDir: first.dataDir });
  await expect.poll(() => second.desktop.window()).toMatchObject({ maximized: true });
  await second.desktop.act("restore");
  await expect.poll(() => second.page.evaluate("window.outerWidth")).toBeLessThan(1000);
});

test("a second start brings the first one to the front and ends", async () => {
  const { page, desktop } = shared();
  await desktop.act("minimize");
  await desktop.startAgain(["fleetdesk://fleet/sim?open=4"]);
  await expect.poll(() => desktop.window()).toMatchObject({ visible: true, minimized: false });
  await expect.poll(() => page.evaluate("location.hash")).toBe("#/fleet/sim?open=4");
});

test("a link that the program is started with opens its page", async () => {
  const { page } = await launchFleetdesk({ args: ["fleetdesk://fleet/endpoint?open=17"] });
  await expect.poll(() => page.evaluate("location.hash")).toBe("#/fleet/endpoint?open=17");
});

test("a menu item sends its command to the window by id", async () => {
  const { page, desktop } = shared();
  await goTo(page, "/");
  // The window adds its own commands to the menu first.
  await page.getByRole("heading", { name: t(($) => $.connections.firstRun.title) }).waitFor();
  await expect
    .poll(async () => (await desktop.menu()).map(({ label }) => label))
    .toContain(t(($) => $.shell.menus.navigation));
  await listen(page, "(topic, payload) => [topic, payload]");
  await page.evaluate(`(async () => {
    const commands = [{ id: "try-it", title: "Try it", menu: "events", accelerator: "CmdOrCtrl+Shift+Y" }];
    await window.fleet.call("shell.setMenu", { commands });
  })()`);
  const trial = async (): Promise<unknown> =>
    (await desktop.menu()).find(({ label }) => label === t(($) => $.shell.menus.events))?.submenu;
  await expect.poll(trial).toMatchObject([{ id: "try-it", label: "Try it", enabled: true }]);
  await desktop.clickMenu("try-it");
  await expect.poll(() => page.evaluate("window.received")).toContainEqual(["shell.command", { id: "try-it" }]);
});

test("the window is notified when the computer loses its network", async () => {
  const { page, desktop } = shared();
  await listen(page, '(topic, payload) => (topic === "shell.connectivity" ? payload.online : undefined)');
  onTestFinished(() => desktop.setOnline(true));
  await desktop.setOnline(false);
  await expect.poll(() => page.evaluate("window.received"), { timeout: 10_000 }).toEqual([false]);
  await desktop.setOnline(true);
  await expect.poll(() => page.evaluate("window.received"), { timeout: 10_000 }).toEqual([false, true]);
});

test("a hidden window receives missed topics once it is shown", async () => {
  const { page, desktop } = shared();
  await goTo(page, "/");
  await expect.poll(() => desktop.window()).toMatchObject({ visible: true });
  await page.getByRole("heading", { name: t(($) => $.connections.firstRun.title) }).waitFor();
  await goTo(page, "/fleet");
  // The window saves its address one second after a navigation, and then receives "settings.changed".
  await expect.poll(() => callCore(page, "settings.get", {})).toMatchObject({ lastAddress: "/fleet" });
  await listen(page, "(topic, payload) => /^(settings|shell.visibility)/.test(topic) ? [topic, payload] : undefined");
  onTestFinished(() => desktop.act("show"));
  await desktop.act("hide");
  await page.evaluate('window.fleet.call("settings.set", { density: "comfortable" })');
  await page.evaluate('window.fleet.call("settings.set", { density: "compact" })');
  await expect
    .poll(() => page.evaluate("window.received"))
    .toEqual([["shell.visibility", { visible: false, missed: false }]]);
  await desktop.act("show");
  await expect
    .poll(() => page.evaluate("window.received.slice(1)"))
    .toEqual([
      ["shell.visibility", { visible: true, missed: false }],
      ["settings.changed", {}],
    ]);
});

test("the system's controls follow the selected theme", async () => {
  const { page } = shared();
  const isDark = (): Promise<boolean> => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  await page.evaluate('window.fleet.call("settings.set", { theme: "dark" })');
  await expect.poll(isDark).toBe(true);
  await page.evaluate('window.fleet.call("settings.set", { theme: "light" })');
  await expect.poll(isDark).toBe(false);
});

test("a reloaded page gets responses, and its topics arrive again", async () => {
  const { page } = shared();
  await page.reload();
  await listen(page, "(topic) => topic");
  await page.evaluate('window.fleet.call("settings.set", { density: "comfortable" })');
  await expect.poll(() => page.evaluate("window.received")).toContain("settings.changed");
});
