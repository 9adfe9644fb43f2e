/** Looks and layouts: answered at once from here, written to main behind it. */
import type { Settings } from "#contract/settings.ts";
import type { Failure } from "#contract/kit.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { failed, loading, never, ready, type Remote } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import type { About } from "./about-model.ts";

export interface SettingsSlice {
  /** Undefined until main has answered. */
  readonly settings: Settings | undefined;
  /** Why the last change could not be kept. */
  readonly settingsFailure: Failure | undefined;
  /** What program this is. */
  readonly about: Remote<About>;
  readonly loadSettings: () => Promise<void>;
  readonly loadAbout: () => Promise<void>;
  /** Takes effect at once; what could not be written is told, and stays in effect for this session. */
  readonly changeSettings: (change: Partial<Settings>) => Promise<void>;
}

export const createSettingsSlice: SliceCreator<SettingsSlice> = (set, get) => {
  let pending = 0;
  return {
    settings: undefined,
    settingsFailure: undefined,
    about: never,
    loadAbout: async () => {
      set(({ about }) => ({ about: loading(about) }));
      try {
        const about = await fleet.diagnostics.about({});
        set({ about: ready(about) });
      } catch (error) {
        set(({ about }) => ({ about: failed(about, error) }));
      }
    },
    loadSettings: async () => {
      if (pending > 0) return; // ours is newer than what main would answer
      try {
        set({ settings: await fleet.settings.get({}) });
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
      }
    },
  };
};

export const settingsTopics: SliceTopics<SettingsSlice> = (slice) => ({
  "settings.changed": () => void slice().loadSettings(),
});
