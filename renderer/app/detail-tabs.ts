/** The tabs of a record's detail, in display order. A feature adds its own with one line; heavy ones load when first opened. */
import { t } from "#shared/texts/text.ts";
import { AboutTab } from "../features/fleet/record-detail/about-tab.tsx";
import type { DetailTab } from "../features/fleet/record-detail/detail-tab.ts";
import { HistoryTab } from "../features/fleet/record-detail/history-tab.tsx";
import { RawTab } from "../features/fleet/record-detail/raw-tab.tsx";
import { HistoryTab as WholeHistoryTab } from "../features/events/history-tab.tsx";
import { MessagesTab } from "../features/messages/messages-tab.tsx";
import { QuotasTab } from "../features/quotas/quotas-tab.tsx";

export const detailTabs: readonly DetailTab[] = [
  { id: "about", title: t(($) => $.shell.detailTabs.overview), collections: "all", component: AboutTab },
  { id: "messages", title: t(($) => $.shell.pages.messages), collections: ["endpoint"], component: MessagesTab },
  { id: "quotas", title: t(($) => $.shell.pages.quotas), collections: ["endpoint"], component: QuotasTab },
  // Records that have events show them together with their changes.
  {
    id: "history",
    title: t(($) => $.shell.detailTabs.history),
    collections: ["endpoint", "sim", "organisation", "user"],
    component: WholeHistoryTab,
  },
  {
    id: "history",
    title: t(($) => $.shell.detailTabs.history),
    collections: ["imsi", "tariff_plan"],
    component: HistoryTab,
  },
  { id: "raw", title: t(($) => $.shell.detailTabs.raw), collections: "all", component: RawTab },
];
