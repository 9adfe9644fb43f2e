/** The pictures of events: all, filtered, of one endpoint with an open event, and an endpoint's whole history. */
import { t } from "#shared/texts/text.ts";
import type { Page } from "playwright-core";
import type { Scene } from "./scenes.ts";
import { callCore } from "./stage.ts";

interface EventPage {
  readonly items: readonly { readonly key: string; readonly endpoint?: { readonly id: string } }[];
}

interface Changes {
  readonly entries: readonly { readonly id: string; readonly kind: string }[];
}

/** Returns the scenes; their addresses are available once the first was prepared. */
export function eventScenes(): readonly Scene[] {
  let key = "";
  let endpoint = "";
  let changed = "";
  const prepare = async (page: Page): Promise<void> => {
    const scope = { of: "all" } as const;
    await callCore(page, "events.load", { scope, limit: 3000 });
    const { items } = await callCore<EventPage>(page, "events.list", {
      scope,
      severity: ["critical", "warning"],
      limit: 50,
    });
    const match = items.find((event) => event.endpoint !== undefined);
    key = match?.key ?? "";
    endpoint = match?.endpoint?.id ?? "";
    await callCore(page, "events.load", { scope: { of: "endpoint", id: endpoint } });
    const { entries } = await callCore<Changes>(page, "fleet.diff", { collection: "endpoint", limit: 20 });
    changed = entries.find(({ kind }) => kind === "changed")?.id ?? "";
    await callCore(page, "sms.send", { endpoint: changed, from: "4911", text: "STATUS" });
  };
  const listed = async (page: Page): Promise<void> =>
    await page.getByRole("grid", { name: t(($) => $.events.list.label) }).waitFor();
  const overviewRead = async (page: Page): Promise<void> =>
    await page.getByRole("link", { name: new RegExp(`^${t(($) => $.overview.contact.seen)}`) }).waitFor();
  return [
    { name: "overview", at: "/overview", prepare, act: overviewRead },
    { name: "fleet-silent", at: "/fleet/endpoint?filter=seen:>24h", prepare },
    { name: "events", at: "/events", prepare, act: listed },
    { name: "events-grave", at: "/events?severity=critical,warning&period=7d", act: listed },
    { name: "events-detail", at: () => `/events?event=${encodeURIComponent(key)}`, act: listed },
    { name: "events-endpoint", at: () => `/events?of=endpoint&id=${endpoint}`, act: listed },
    {
      name: "endpoint-history",
      at: () => `/fleet/endpoint?sort=name&open=endpoint:${changed}&tab=history`,
      act: async (page) => await page.getByRole("list", { name: t(($) => $.events.history.label) }).waitFor(),
    },
  ];
}
