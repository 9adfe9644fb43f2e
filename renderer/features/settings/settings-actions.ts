/** Actions of the settings: updates of the program, and the retention of data. */
import { type RetentionKind, retentionPeriods } from "#shared/retention.ts";
import { t } from "#shared/texts/text.ts";
import type { Action } from "../../app/actions/action.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { currentSettings, changeSettings } from "../../data/settings.ts";
import { fleet } from "../../lib/fleet.ts";

type NoTarget = Readonly<Record<string, never>>;

export const checkForUpdates: Action<NoTarget> = {
  id: "check-for-updates",
  title: t(($) => $.settings.updates.check),
  scope: () => "updates",
  run: async () => {
    await fleet.updates.check({});
    await reloadQueries("updates.get");
  },
};

/** The program ends if it succeeds. */
export const installUpdate: Action<NoTarget> = {
  id: "install-update",
  title: t(($) => $.settings.updates.installTitle),
  scope: () => "updates",
  run: async () => {
    await fleet.shell.installUpdate({});
  },
};

/** Sets for how many days one kind of data is kept. */
export const setRetention: Action<{ readonly kind: RetentionKind; readonly days: number }> = {
  id: "set-retention",
  title: t(($) => $.settings.data.retention),
  repeatable: true,
  confirm: ({ kind, days }) =>
    days < (currentSettings()?.retention[kind] ?? retentionPeriods[kind].days)
      ? {
          title: t(($) => $.settings.data.shorten.title, { days }),
          summary: [t(($) => $.settings.data.retained[kind]), t(($) => $.settings.data.shorten.text, { days })],
          confirmLabel: t(($) => $.settings.data.shorten.yes),
          danger: true,
        }
      : undefined,
  run: ({ kind, days }) => changeSettings({ retention: { ...currentSettings()?.retention, [kind]: days } }),
};
