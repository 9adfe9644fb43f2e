/** The pages of the window, in the order of the navigation rail. A page loads when it is first opened. */
import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { type Destination, destinations } from "./actions/navigation.ts";

type Page = LazyExoticComponent<ComponentType>;

export interface PageEntry extends Destination {
  readonly page: Page;
}

/** By the first segment of their address. Other destinations are part of one of these pages. */
const components: Readonly<Record<string, Page>> = {
  fleet: lazy(async () => ({ default: (await import("../features/fleet/fleet-page.tsx")).FleetPage })),
  changes: lazy(async () => ({ default: (await import("../features/fleet/changes/changes-page.tsx")).ChangesPage })),
  doctor: lazy(async () => ({ default: (await import("../features/fleet/doctor/doctor-page.tsx")).DoctorPage })),
  messages: lazy(async () => ({ default: (await import("../features/messages/messages-page.tsx")).MessagesPage })),
  campaigns: lazy(async () => ({ default: (await import("../features/campaigns/campaigns-page.tsx")).CampaignsPage })),
  events: lazy(async () => ({ default: (await import("../features/events/events-page.tsx")).EventsPage })),
  quotas: lazy(async () => ({ default: (await import("../features/quotas/quotas-page.tsx")).QuotasPage })),
  network: lazy(async () => ({ default: (await import("../features/network/network-page.tsx")).NetworkPage })),
  streams: lazy(async () => ({ default: (await import("../features/network/streams/streams-page.tsx")).StreamsPage })),
  audit: lazy(async () => ({ default: (await import("../features/audit/audit-page.tsx")).AuditPage })),
  settings: lazy(async () => ({ default: (await import("../features/settings/settings-page.tsx")).SettingsPage })),
};

export const pages: readonly PageEntry[] = destinations.flatMap((destination) => {
  const page = components[destination.id];
  return page === undefined ? [] : [{ ...destination, page }];
});
