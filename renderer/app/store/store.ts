/** The store: one slice per feature, combined only here. */
import { create } from "zustand";
import { type ActionsSlice, createActionsSlice } from "../actions-slice.ts";
import {
  type CampaignsSlice,
  campaignsTopics,
  createCampaignsSlice,
} from "../../features/campaigns/campaigns-slice.ts";
import { createFrozenSlice, type FrozenSlice, frozenTopics } from "../../features/campaigns/wizard/frozen-slice.ts";
import { createWizardSlice, type WizardSlice, wizardTopics } from "../../features/campaigns/wizard/wizard-slice.ts";
import { type ConnectionsSlice, createConnectionsSlice } from "../../features/connections/connections-slice.ts";
import { createDoctorSlice, type DoctorSlice } from "../../features/fleet/doctor/doctor-slice.ts";
import { createTrailSlice, type TrailSlice } from "../../features/fleet/record-detail/trail-slice.ts";
import { createFollowSlice, type FollowSlice, followTopics } from "../../features/events/follow-slice.ts";
import { createFleetSlice, type FleetSlice, fleetTopics } from "../../features/fleet/fleet-slice.ts";
import { type ComposingSlice, createComposingSlice } from "../../features/messages/composing-slice.ts";
import { createNetworkSlice, type NetworkSlice } from "../../features/network/network-slice.ts";
import { createQuotasSlice, type QuotasSlice, quotasTopics } from "../../features/quotas/quotas-slice.ts";
import { createNotificationsSlice, type NotificationsSlice, notificationTopics } from "../notifications-slice.ts";
import { createShellSlice, type ShellSlice, shellTopics } from "../shell-slice.ts";
import { createTablesSlice, type TablesSlice } from "../tables-slice.ts";
import { createWorkSlice, type WorkSlice, workTopics } from "../work-slice.ts";
import type { SliceTopics } from "../../lib/slice.ts";

export type State = ActionsSlice &
  CampaignsSlice &
  ComposingSlice &
  ConnectionsSlice &
  DoctorSlice &
  FleetSlice &
  FollowSlice &
  FrozenSlice &
  NetworkSlice &
  NotificationsSlice &
  QuotasSlice &
  ShellSlice &
  TablesSlice &
  TrailSlice &
  WizardSlice &
  WorkSlice;

export const useFleetdesk = create<State>()((set, get) => ({
  ...createActionsSlice(set, get),
  ...createCampaignsSlice(set, get),
  ...createComposingSlice(set, get),
  ...createConnectionsSlice(set, get),
  ...createDoctorSlice(set, get),
  ...createFleetSlice(set, get),
  ...createFollowSlice(set, get),
  ...createFrozenSlice(set, get),
  ...createNetworkSlice(set, get),
  ...createNotificationsSlice(set, get),
  ...createQuotasSlice(set, get),
  ...createShellSlice(set, get),
  ...createTablesSlice(set, get),
  ...createTrailSlice(set, get),
  ...createWizardSlice(set, get),
  ...createWorkSlice(set, get),
}));

/** Topic handlers of each slice; `follow.ts` subscribes. */
export const topicsOfSlices: readonly SliceTopics<State>[] = [
  campaignsTopics,
  fleetTopics,
  followTopics,
  frozenTopics,
  notificationTopics,
  quotasTopics,
  shellTopics,
  wizardTopics,
  workTopics,
];
