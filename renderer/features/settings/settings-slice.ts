/** Settings and layouts: applied immediately in the window, written to main asynchronously. */
import type { Settings } from "#shared/contract/settings.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

export interface SettingsSlice {
  /** Undefined until they are loaded. */
  readonly settings: Settings | undefined;
  /** Why the last change could not be saved. */
  readonly settingsFailure: Failure | undefined;
  readonly loadSettings: () => Promise<void>;
  /** Applies the change immediately. If it cannot be saved, the failure is shown and the change stays in effect for this session. */
  readonly changeSettings: (change: Partial<Settings>) => Promise<void>;
}

export const createSettingsSlice: SliceCreator<SettingsSlice> = (set, get) => {
  let pending = 0;
  /** A notification arrived while a write was in flight: whether it reports our own change is only known once the write completes. */
  let missed = false;
  return {
    settings: undefined,
    settingsFailure: undefined,
    loadSettings: async () => {
      missed = pending > 0; // our value is newer than what main would return
      if (missed) return;
      try {
        const settings = await fleet.settings.get({});
        if (pending === 0) set({ settings });
        else missed = true;
      } catch (error) {
        set({ settingsFailure: failureOf(error) });
      }
    },
    changeSettings: async (change) => {
      const { settings } = get();
      if (settings !== undefined) set({ settings: { ...settings, ...change }, settingsFailure: undefined });
      pending += 1;
      try {
        await fleet.settings.set(change);
      } catch (error) {
        set({ settingsFailure: failureOf(error) });
      } finally {
        pending -= 1;
        if (pending === 0 && missed) void get().loadSettings();
      }
    },
  };
};

export const settingsTopics: SliceTopics<SettingsSlice> = (slice) => ({
  "settings.changed": () => void slice().loadSettings(),
});
