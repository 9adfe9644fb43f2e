/** The pages of the window, in the order of the navigation rail. A page loads while the window is idle, or when it is first opened. */
import type { ComponentType } from "react";
import { loadable } from "../ui/loadable.ts";
import { type Destination, destinations } from "./actions/navigation.ts";

export interface PageEntry extends Destination {
  readonly page: ComponentType;
}

/** By the first segment of their address. Other destinations are part of one of these pages. */
const components: Readonly<Record<string, ComponentType>> = {
  overview: loadable(async () => (await import("./overview/overview-page.tsx")).OverviewPage),
  fleet: loadable(async () => (await import("../features/fleet/fleet-page.tsx")).FleetPage),
  changes: loadable(async () => (await import("../features/fleet/changes/changes-page.tsx")).ChangesPage),
  doctor: loadable(async () => (await import("../features/fleet/doctor/doctor-page.tsx")).DoctorPage),
  messages: loadable(async () => (await import("../features/messages/messages-page.tsx")).MessagesPage),
  campaigns: loadable(async () => (await import("../features/campaigns/campaigns-page.tsx")).CampaignsPage),
  events: loadable(async () => (await import("../features/events/events-page.tsx")).EventsPage),
  quotas: loadable(async () => (await import("../features/quotas/quotas-page.tsx")).QuotasPage),
  network: loadable(async () => (await import("../features/network/network-page.tsx")).NetworkPage),
  streams: loadable(async () => (await import("../features/network/network-page.tsx")).StreamsPage),
  audit: loadable(async () => (await import("../features/audit/audit-page.tsx")).AuditPage),
  help: loadable(async () => (await import("./frame/help-page.tsx")).HelpPage),
  settings: loadable(async () => (await import("../features/settings/settings-page.tsx")).SettingsPage),
};

export const pages: readonly PageEntry[] = destinations.flatMap((destination) => {
  const page = components[destination.id];
  return page === undefined ? [] : [{ ...destination, page }];
});
