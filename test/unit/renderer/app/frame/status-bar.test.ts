import { t } from "#shared/texts/text.ts";
import { expect, onTestFinished, test } from "vitest";
import { makeCampaignStatus } from "../../../../make/campaign-status.ts";

test("says that nothing is running only when the campaigns are loaded", async () => {
  // The store reads its first address when it is loaded.
  Object.assign(globalThis, { window: { location: { hash: "" } } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  const { idleText } = await import("../../../../../renderer/app/frame/status-bar.tsx");
  const finished = makeCampaignStatus({ state: "finished" });
  expect([undefined, [], [{ ...finished, watching: true }]].map(idleText)).toEqual([
    undefined,
    t(($) => $.shell.work.none),
    t(($) => $.shell.work.checkingDelivery, { count: 1 }),
  ]);
});
