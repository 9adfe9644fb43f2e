/** The pages of the window: where they live and how the rail shows them. A page loads when it is first opened. */
import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import {
  IconBell,
  IconBinoculars,
  IconGauge,
  IconGitCompare,
  IconHistory,
  IconMessage,
  IconRipple,
  IconSend,
  IconSettings,
  IconSitemap,
  IconStethoscope,
} from "@tabler/icons-react";

export interface PageEntry {
  /** First segment of its address. */
  readonly id: string;
  readonly title: string;
  readonly icon: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  readonly page: LazyExoticComponent<ComponentType>;
  /** At the bottom of the rail instead of the top. */
  readonly low?: true;
}

export const pages: readonly PageEntry[] = [
  {
    id: "fleet",
    title: "Fleet",
    icon: IconBinoculars,
    page: lazy(async () => ({ default: (await import("./features/fleet/fleet-page.tsx")).FleetPage })),
  },
  {
    id: "changes",
    title: "What changed",
    icon: IconGitCompare,
    page: lazy(async () => ({ default: (await import("./features/changes/changes-page.tsx")).ChangesPage })),
  },
  {
    id: "doctor",
    title: "Identifier doctor",
    icon: IconStethoscope,
    page: lazy(async () => ({ default: (await import("./features/doctor/doctor-page.tsx")).DoctorPage })),
  },
  {
    id: "messages",
    title: "Messages",
    icon: IconMessage,
    page: lazy(async () => ({ default: (await import("./features/messages/messages-page.tsx")).MessagesPage })),
  },
  {
    id: "campaigns",
    title: "Campaigns",
    icon: IconSend,
    page: lazy(async () => ({ default: (await import("./features/campaigns/campaigns-page.tsx")).CampaignsPage })),
  },
  {
    id: "events",
    title: "Events",
    icon: IconBell,
    page: lazy(async () => ({ default: (await import("./features/events/events-page.tsx")).EventsPage })),
  },
  {
    id: "quotas",
    title: "Quotas",
    icon: IconGauge,
    page: lazy(async () => ({ default: (await import("./features/quotas/quotas-page.tsx")).QuotasPage })),
  },
  {
    id: "network",
    title: "Network",
    icon: IconSitemap,
    page: lazy(async () => ({ default: (await import("./features/network/network-page.tsx")).NetworkPage })),
  },
  {
    id: "streams",
    title: "Streams",
    icon: IconRipple,
    page: lazy(async () => ({ default: (await import("./features/streams/streams-page.tsx")).StreamsPage })),
  },
  {
    id: "audit",
    title: "Audit",
    icon: IconHistory,
    page: lazy(async () => ({ default: (await import("./features/audit/audit-page.tsx")).AuditPage })),
  },
  {
    id: "settings",
    title: "Settings",
    icon: IconSettings,
    low: true,
    page: lazy(async () => ({ default: (await import("./features/settings/settings-page.tsx")).SettingsPage })),
  },
];
