/** The settings: a change applies in the window at once, and is written to main afterwards. */
import { skipToken, useQuery } from "@tanstack/react-query";
import type { Failure } from "#shared/contract/kit.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { setTimeDisplay } from "#shared/time-display.ts";
import { failureOf, fleet } from "../lib/fleet.ts";
import { cachedData, queryClient, updateData } from "./fleet-query.ts";

/** Writes in flight; a read that one of them overlaps is repeated, so that it does not revert a newer value. */
const writes = new Set<Promise<unknown>>();
let begun = 0;

const settingsQuery = {
  queryKey: ["settings.get", {}],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Settings> => {
    for (;;) {
      await Promise.allSettled(writes);
      const before = begun;
      const settings = await fleet.settings.get({}, signal);
      if (before === begun) return settings;
    }
  },
  gcTime: Infinity,
};

/** Why the last change could not be saved; null if it was. */
const failureKey = ["settings.set"];

/** Times follow the settings from now on. Returns how to end that. */
export function followTimeDisplay(): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    const settings = currentSettings();
    if (type !== "updated" || queryKey[0] !== "settings.get" || settings === undefined) return;
    const { clock, timeZone } = settings;
    setTimeDisplay({ clock, zone: timeZone === "" ? undefined : timeZone });
  });
}

/** Resolves when they are loaded, or could not be. */
export async function loadSettings(): Promise<void> {
  await queryClient.prefetchQuery(settingsQuery);
}

/** Undefined until they are loaded. Outside components; actions are evaluated again when they change. */
export function currentSettings(): Settings | undefined {
  return cachedData("settings.get", {});
}

/** A part of the settings, undefined until they are loaded; renders again only when it changes. */
export function useSettings<T>(select: (settings: Settings) => T): T | undefined {
  const { data } = useQuery({ ...settingsQuery, select }, queryClient);
  return data;
}

/** Never rejects: a change that cannot be saved stays in effect in this window, and its failure is shown by the settings. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  begun += 1;
  updateData("settings.get", {}, (settings) => ({ ...settings, ...change }));
  const write = fleet.settings.set(change);
  writes.add(write);
  let failure: Failure | null = null;
  try {
    await write;
  } catch (error) {
    failure = failureOf(error);
  } finally {
    writes.delete(write);
  }
  queryClient.setQueryData<Failure | null>(failureKey, failure);
}

/** Why the settings could not be loaded, or the last change not saved. */
export function useSettingsFailure(): Failure | undefined {
  const { error } = useQuery(settingsQuery, queryClient);
  const { data } = useQuery<Failure | null>(
    { queryKey: failureKey, queryFn: skipToken, gcTime: Infinity },
    queryClient,
  );
  return data ?? (error === null ? undefined : failureOf(error));
}
