/** The tabs of a record's detail, in their order. A feature adds its own by one line; heavy ones load when first opened. */
import { AboutTab } from "./features/endpoint-detail/about-tab.tsx";
import type { DetailTab } from "./features/endpoint-detail/detail-tab.ts";
import { HistoryTab } from "./features/endpoint-detail/history-tab.tsx";
import { RawTab } from "./features/endpoint-detail/raw-tab.tsx";
import { HistoryTab as WholeHistoryTab } from "./features/events/history-tab.tsx";
import { MessagesTab } from "./features/messages/messages-tab.tsx";
import { QuotasTab } from "./features/quotas/quotas-tab.tsx";

export const detailTabs: readonly DetailTab[] = [
  { id: "about", title: "About", collections: "all", component: AboutTab },
  { id: "messages", title: "Messages", collections: ["endpoint"], component: MessagesTab },
  { id: "quotas", title: "Quotas", collections: ["endpoint"], component: QuotasTab },
  // Records that have events show them beside their changes.
  {
    id: "history",
    title: "History",
    collections: ["endpoint", "sim", "organisation", "user"],
    component: WholeHistoryTab,
  },
  { id: "history", title: "History", collections: ["imsi", "tariff_plan"], component: HistoryTab },
  { id: "raw", title: "Raw", collections: "all", component: RawTab },
];
