/** The pages of the window: addresses and navigation rail entries. A page loads when it is first opened. */
import { t } from "#shared/texts/text.ts";
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
  /** Shown at the bottom of the rail instead of the top. */
  readonly low?: true;
}

export const pages: readonly PageEntry[] = [
  {
    id: "fleet",
    title: t(($) => $.shell.pages.fleet),
    icon: IconBinoculars,
    page: lazy(async () => ({ default: (await import("../features/fleet/fleet-page.tsx")).FleetPage })),
  },
  {
    id: "changes",
    title: t(($) => $.shell.pages.changes),
    icon: IconGitCompare,
    page: lazy(async () => ({ default: (await import("../features/fleet/changes/changes-page.tsx")).ChangesPage })),
  },
  {
    id: "doctor",
    title: t(($) => $.shell.pages.identifierCheck),
    icon: IconStethoscope,
    page: lazy(async () => ({ default: (await import("../features/fleet/doctor/doctor-page.tsx")).DoctorPage })),
  },
  {
    id: "messages",
    title: t(($) => $.shell.pages.messages),
    icon: IconMessage,
    page: lazy(async () => ({ default: (await import("../features/messages/messages-page.tsx")).MessagesPage })),
  },
  {
    id: "campaigns",
    title: t(($) => $.shell.pages.campaigns),
    icon: IconSend,
    page: lazy(async () => ({ default: (await import("../features/campaigns/campaigns-page.tsx")).CampaignsPage })),
  },
  {
    id: "events",
    title: t(($) => $.shell.pages.events),
    icon: IconBell,
    page: lazy(async () => ({ default: (await import("../features/events/events-page.tsx")).EventsPage })),
  },
  {
    id: "quotas",
    title: t(($) => $.shell.pages.quotas),
    icon: IconGauge,
    page: lazy(async () => ({ default: (await import("../features/quotas/quotas-page.tsx")).QuotasPage })),
  },
  {
    id: "network",
    title: t(($) => $.shell.pages.network),
    icon: IconSitemap,
    page: lazy(async () => ({ default: (await import("../features/network/network-page.tsx")).NetworkPage })),
  },
  {
    id: "streams",
    title: t(($) => $.shell.pages.streams),
    icon: IconRipple,
    page: lazy(async () => ({ default: (await import("../features/network/streams/streams-page.tsx")).StreamsPage })),
  },
  {
    id: "audit",
    title: t(($) => $.shell.pages.audit),
    icon: IconHistory,
    page: lazy(async () => ({ default: (await import("../features/audit/audit-page.tsx")).AuditPage })),
  },
  {
    id: "settings",
    title: t(($) => $.shell.pages.settings),
    icon: IconSettings,
    low: true,
    page: lazy(async () => ({ default: (await import("../features/settings/settings-page.tsx")).SettingsPage })),
  },
];
