/** The one store: a slice per feature, put together here and nowhere else. */
import { create } from "zustand";
import {
  type ConnectionsSlice,
  connectionsTopics,
  createConnectionsSlice,
} from "../features/connections/connections-slice.ts";
import { createSettingsSlice, type SettingsSlice, settingsTopics } from "../features/settings/settings-slice.ts";
import { createShellSlice, type ShellSlice, shellTopics } from "../features/shell/shell-slice.ts";
import { createViewsSlice, type ViewsSlice, viewsTopics } from "../features/views/views-slice.ts";
import { createWorkSlice, type WorkSlice, workTopics } from "../features/work/work-slice.ts";
import type { SliceTopics } from "../lib/slice.ts";

export type State = ConnectionsSlice & SettingsSlice & ShellSlice & ViewsSlice & WorkSlice;

export const useFleetdesk = create<State>()((set, get) => ({
  ...createConnectionsSlice(set, get),
  ...createSettingsSlice(set, get),
  ...createShellSlice(set, get),
  ...createViewsSlice(set, get),
  ...createWorkSlice(set, get),
}));

/** What each slice does about topics; `subscribe.ts` is the only listener. */
export const topicsOfSlices: readonly SliceTopics<State>[] = [
  connectionsTopics,
  settingsTopics,
  shellTopics,
  viewsTopics,
  workTopics,
];
