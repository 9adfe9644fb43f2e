import { expect, test } from "vitest";
import { launchFleetdesk } from "../harness/launch-fleetdesk.ts";

test("the built window opens, and the core behind it answers a call", async () => {
  const { page, desktop } = await launchFleetdesk();
  expect(await page.title()).toBe("Fleetdesk");
  const call = 'window.fleet.call("connections.list", {})';
  expect(await page.evaluate(call)).toEqual({ ok: true, value: { connections: [] } });
  await expect.poll(() => desktop.window()).toEqual({ visible: true, minimized: false, maximized: false });
});
