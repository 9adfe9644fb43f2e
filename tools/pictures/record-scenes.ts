/** One record of every other collection with its related records: unknown, requested, and read again. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import { firstImsiId, firstSimId } from "../../main/simulator/values.ts";
import { organisation } from "../../main/simulator/accounts.ts";
import type { Scene } from "./scenes.ts";
import { callCore } from "./stage.ts";

const slot = 4;

/** The links are below the record's own fields. */
const toLinks = async (page: Page): Promise<void> => {
  const links = page.getByRole("region", { name: t(($) => $.fleet.links.title) });
  await links.waitFor();
  await links.evaluate((element: { scrollIntoView: () => void }) => element.scrollIntoView());
};

export function recordScenes(): readonly Scene[] {
  const open = (collection: string, id: number): string => `/fleet/${collection}?open=${collection}:${id}`;
  const detail = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("complementary", { name: "Detail" });
  return [
    { name: "record-sim", at: open("sim", firstSimId + slot), act: toLinks },
    { name: "record-imsi", at: open("imsi", firstImsiId + slot) },
    { name: "record-organisation", at: open("organisation", organisation.id), act: toLinks },
    {
      name: "record-user",
      at: open("user", 6002),
      // Opened by a link, so that the back button is visible; then read again.
      act: async (page) => {
        await detail(page).getByRole("link", { name: organisation.name }).first().click();
        await detail(page)
          .getByRole("button", { name: t(($) => $.fleet.detail.backTo, { name: "Björn Falk" }) })
          .waitFor();
        await detail(page)
          .getByRole("button", { name: t(($) => $.fleet.detail.refresh) })
          .click();
        await detail(page)
          .getByText(new RegExp(t(($) => $.fleet.detail.freshnessRefreshed, { time: ".*", cached: "" })))
          .waitFor();
      },
    },
    {
      name: "record-tariff-plan",
      at: open("tariff_plan", 302),
      prepare: async (page) => void (await callCore(page, "records.readTariffPlans", {})),
      act: toLinks,
    },
  ];
}
