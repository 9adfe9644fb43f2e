/**
 * The settings of the window, and a few values of the program itself. A stored value that is unknown or invalid counts as not set: it must
 * never prevent the program from starting.
 */
import { settingsSchema, type Settings, type settings } from "#shared/contract/settings.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";
import type { Log } from "../../core/hosts.ts";
import type { StoreClient } from "../../core/store/db.ts";
import type { settingsQueries } from "./queries.ts";

export interface SettingsDeps {
  readonly store: StoreClient<typeof settingsQueries>;
  readonly log: Log;
  readonly onChanged: () => void;
}

/** Values of the program itself, under keys that are not in the contract. */
interface OwnValues {
  /** As saved; undefined when there is none or it cannot be read. */
  get(key: string): Promise<unknown>;
  save(key: string, value: unknown): Promise<void>;
}

export interface SettingsFeature {
  readonly handlers: Handlers<typeof settings>;
  readonly own: OwnValues;
}

/** Separates the program's own keys from the settings. */
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
        await store.save(rows);
        if (rows.length > 0) onChanged();
        return await get();
      },
    },
    own: {
      get: async (key) => {
        const row = (await store.all()).find((one) => one.key === ownPrefix + key);
        return row === undefined ? undefined : tryParseJson(row.value);
      },
      save: (key, value) => store.save([{ key: ownPrefix + key, value: JSON.stringify(value) }]),
    },
  };
}

/** Each key is parsed separately, so that one invalid value does not affect the others. */
function readSettings(rows: readonly { readonly key: string; readonly value: string }[], log: Log): Settings {
  const valid: Record<string, unknown> = {};
  for (const { key, value } of rows) {
    if (!Object.hasOwn(settingsSchema.shape, key)) continue;
    const field = settingsSchema.shape[key as keyof Settings];
    const stored = tryParseJson(value);
    const parsed = field.safeParse(stored);
    // For unreadable JSON, `field` would accept undefined and return its default, and no warning would be logged.
    if (stored !== undefined && parsed.success) valid[key] = parsed.data;
    else log.warn("settings.value-ignored", { key });
  }
  return settingsSchema.parse(valid);
}
