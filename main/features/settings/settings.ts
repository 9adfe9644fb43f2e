/**
 * How a person has set the window up, and a few things the program keeps for itself.
 * A stored value that is unknown or broken counts as not set: it must never keep the program from starting.
 */
import { settingsSchema } from "#contract/settings.ts";
import type { Settings, settings } from "#contract/settings.ts";
import type { Handlers } from "#contract/kit.ts";
import type { Log } from "../../hosts.ts";
import type { StoreClient } from "../../store/db.ts";
import type { settingsQueries } from "./queries.ts";

export interface SettingsDeps {
  readonly store: StoreClient<typeof settingsQueries>;
  readonly log: Log;
  readonly onChanged: () => void;
}

/** Values of the program's own, under keys that the treaty does not name. */
export interface OwnValues {
  /** As it was put; undefined when there is none or it cannot be read. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
}

export interface SettingsFeature {
  readonly handlers: Handlers<typeof settings>;
  readonly own: OwnValues;
}

/** Keeps keys of the program's own apart from the person's. */
const ownPrefix = "own.";

export function createSettings({ store, log, onChanged }: SettingsDeps): SettingsFeature {
  const get = async (): Promise<Settings> => readSettings(await store.all(), log);
  return {
    handlers: {
      get,
      set: async (changes) => {
        const rows = Object.entries(changes)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => ({ key, value: JSON.stringify(value) }));
        await store.put(rows);
        if (rows.length > 0) onChanged();
        return await get();
      },
    },
    own: {
      get: async (key) => {
        const row = (await store.all()).find((one) => one.key === ownPrefix + key);
        return row === undefined ? undefined : parse(row.value);
      },
      put: (key, value) => store.put([{ key: ownPrefix + key, value: JSON.stringify(value) }]),
    },
  };
}

/** Each key by itself: one broken value takes no other with it. */
function readSettings(rows: readonly { readonly key: string; readonly value: string }[], log: Log): Settings {
  const valid: Record<string, unknown> = {};
  for (const { key, value } of rows) {
    if (!Object.hasOwn(settingsSchema.shape, key)) continue;
    const field = settingsSchema.shape[key as keyof Settings];
    const stored = parse(value);
    const parsed = field.safeParse(stored);
    // A field that is not there would take its default, and nobody would know that it had been set.
    if (stored !== undefined && parsed.success) valid[key] = parsed.data;
    else log.warn("settings.value-ignored", { key });
  }
  return settingsSchema.parse(valid);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // As good as not set; the schema decides what then.
    return undefined;
  }
}
