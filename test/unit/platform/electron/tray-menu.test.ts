import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { type TrayActions, trayMenu, trayTitle } from "../../../../main/platform/electron/tray-menu.ts";

const done: string[] = [];
const progress = t(($) => $.shell.tray.sending, { name: "c1", connection: "Acme", finished: 4, total: 8 });
const actions: TrayActions = {
  open: (address) => done.push(`open ${address ?? ""}`),
  stopAll: () => done.push("stop"),
  quit: () => done.push("quit"),
};

function sending(count: number): CampaignStatus[] {
  const counts = {
    planned: 10,
    excluded: 2,
    accepted: 3,
    refused: 1,
    cancelled: 0,
    pending: 4,
    sending: 0,
    unknown: 0,
  };
  return Array.from(
    { length: count },
    (_, at) => ({ campaignId: String(at + 1), name: `c${at + 1}`, connection: "Acme", counts }) as never,
  );
}

test("Stop all sending is always enabled", () => {
  const menu = trayMenu([], actions);
  for (const items of [menu, trayMenu(sending(1), actions)]) {
    const stop = items.find(({ id }) => id === "stop-all");
    expect(stop).not.toHaveProperty("enabled");
    (stop as { readonly click: () => void }).click();
    expect(done.at(-1)).toBe("stop");
  }
  expect(menu.map(({ id }) => id)).toContain("idle");
  expect(trayTitle([])).toBe(t(($) => $.shell.product));
});

test("a sending campaign is listed with its counts, and opens its page", () => {
  const menu = trayMenu(sending(1), actions);
  const line = menu.find(({ id }) => id === "campaign-1");
  expect(line?.label).toBe(progress);
  (line as { readonly click: () => void }).click();
  expect(done.at(-1)).toBe("open /campaigns/1");
  expect(trayTitle(sending(1))).toBe(t(($) => $.shell.tray.oneActive, { campaign: progress }));
});

test("waiting and scheduled campaigns are listed, since Stop all sending includes them", () => {
  const [one, two] = sending(2) as [CampaignStatus, CampaignStatus];
  const menu = trayMenu(
    [
      { ...one, state: "waiting" },
      { ...two, state: "scheduled" },
    ],
    actions,
  );
  expect(menu.filter(({ id }) => id?.startsWith("campaign-") === true).map(({ label }) => label)).toEqual([
    t(($) => $.shell.tray.waiting, { name: "c1", connection: "Acme", finished: 4, total: 8 }),
    t(($) => $.shell.tray.scheduled, { name: "c2", connection: "Acme" }),
  ]);
});

test("only the first of many campaigns are listed, and the rest are counted", () => {
  const menu = trayMenu(sending(11), actions);
  expect(menu.filter(({ id }) => id?.startsWith("campaign-") === true)).toHaveLength(8);
  expect(menu.find(({ id }) => id === "more")?.label).toBe(t(($) => $.shell.work.more, { others: 3 }));
  expect(trayTitle(sending(11))).toBe(t(($) => $.shell.tray.active, { count: 11 }));
});
