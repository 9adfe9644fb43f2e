/** The group `backup`: all but `create` work without opening the database. */
import { z } from "zod";
import { backupSchema, comparisonSchema, replacedSchema } from "#shared/contract/data.ts";
import { timeSchema } from "#shared/contract/kit.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { Comparison } from "../../../app/create-app.ts";
import { AppError } from "#shared/failure.ts";
import { defineCommand, defineList, flag, optionalArgument, required, type Value } from "../../define-command.ts";
import { type Columns, formatItems, iso } from "../../output.ts";
import { t } from "../../text.ts";
import { usageError } from "../../option-values.ts";
import { withDataDir } from "./data.ts";

const create = defineCommand({
  path: "backup create",
  summary: t(($) => $.cli.settings.data.backupsCreate),
  examples: ["fleetdesk backup create"],
  run: ({ client, signal }) => client.data.createBackup({}, signal),
  json: backupSchema,
  render: ({ name }) => t(($) => $.cli.settings.data.created, { name }),
});

const list = defineList({
  path: "backup list",
  summary: t(($) => $.cli.settings.data.backupsSummary),
  examples: ["fleetdesk backup list"],
  core: "none",
  run: async ({ context }) => {
    const { listBackups } = await import("../../../app/create-app.ts");
    return {
      pages: listBackups(context.globals().dataDir),
      footer: (count) => (count === 0 ? t(($) => $.cli.settings.data.noBackups) : undefined),
    };
  },
  columns: {
    name: [t(($) => $.cli.headings.backup), ({ name }) => name],
    createdAt: ({ createdAt }) => iso(createdAt),
    bytes: ({ bytes }) => String(bytes),
  },
  id: ({ name }) => name,
  item: backupSchema,
  widest: 80,
});

const remove = defineCommand({
  path: "backup delete",
  summary: t(($) => $.cli.settings.data.backupsDelete),
  options: { all: required(flag(($) => $.cli.settings.data.deleteAll) as Value<boolean | undefined>) },
  examples: ["fleetdesk backup delete --all"],
  core: "none",
  run: async ({ context }) => {
    const { deleteBackups } = await import("../../../app/create-app.ts");
    return { outcome: "deleted", count: deleteBackups(context.globals().dataDir) };
  },
  json: z.object({ outcome: z.string(), count: z.number().int() }),
  render: ({ count }) => t(($) => $.cli.settings.data.deleted, { count }),
});

const restore = defineCommand({
  path: "backup restore",
  summary: t(($) => $.cli.settings.data.restoreSummary),
  args: { backup: optionalArgument(($) => $.cli.program.argument.backup) },
  options: { replace: flag(($) => $.cli.settings.data.restoreReplace) },
  help: t(($) => $.cli.settings.data.restoreHelp),
  examples: [
    "fleetdesk backup list",
    "fleetdesk backup restore fleetdesk-2031-01-02T00-00-00-000Z-v200.db",
    "fleetdesk backup restore fleetdesk-2031-01-02T00-00-00-000Z-v200.db --replace",
  ],
  core: "none",
  prepare: ({ args: { backup } }) => {
    if (backup === undefined) throw usageError(t(($) => $.cli.settings.data.restoreMissing));
    return backup;
  },
  run: async ({ options: { replace }, context }, name) => {
    const { compareBackup, restoreBackup } = await import("../../../app/create-app.ts");
    const { dataDir } = context.globals();
    return await withDataDir(dataDir, () => {
      const comparison = compareBackup(dataDir, name);
      return { comparison, former: replace ? restoreBackup(dataDir, name, context.clock.now()).former : undefined };
    });
  },
  json: comparisonSchema.extend({ backup: z.string(), createdAt: timeSchema, ...replacedSchema.shape }),
  document: ({ comparison: { backup, ...campaigns }, former }) => ({
    ...campaigns,
    backup: backup.name,
    createdAt: backup.createdAt,
    former,
  }),
  render: ({ comparison, former }, { options: { replace } }) => {
    const { name } = comparison.backup;
    const done =
      former === undefined
        ? t(($) => $.cli.settings.data.restored, { name })
        : t(($) => $.cli.settings.data.restoredOver, { name, former });
    return `${describeLosses(comparison)}${describeSuppression(comparison)}${replace ? done : ""}`;
  },
  conclude: ({ comparison: { backup } }, { options: { replace } }) => {
    if (!replace) throw new AppError("confirmation-needed", codedText("restore-not-confirmed", { name: backup.name }));
  },
});

function describe({ state, accepted }: { readonly state: string; readonly accepted: number }): string {
  return t(($) => $.cli.settings.data.campaign, { state, accepted });
}

/** The data that restoring the backup would lose. */
function describeLosses({ backup, inBackup, inUse }: Comparison): string {
  const createdAt = new Date(backup.createdAt).toISOString();
  if (inUse === undefined) {
    return t(($) => $.cli.settings.data.databaseUnreadable, { made: createdAt });
  }
  const backupCampaigns = new Map(inBackup.map((campaign) => [campaign.campaignId, campaign]));
  const lost = inUse.flatMap(({ campaignId, name, accepted, state }) => {
    const before = backupCampaigns.get(campaignId);
    if (before !== undefined && before.accepted === accepted && before.state === state) return [];
    const then = before === undefined ? t(($) => $.cli.settings.data.missing) : describe(before);
    return { id: campaignId, name, current: describe({ state, accepted }), backup: then };
  });
  if (lost.length === 0) return t(($) => $.cli.settings.data.sameCampaigns, { made: createdAt });
  const columns: Columns<(typeof lost)[number]> = {
    id: ({ id }) => id,
    name: ({ name }) => name,
    current: ({ current }) => current,
    backup: ({ backup: then }) => then,
  };
  return t(($) => $.cli.settings.data.differentCampaigns, { made: createdAt, rows: formatItems(columns, lost) });
}

function describeSuppression({ suppression }: Comparison): string {
  if (suppression === undefined) return t(($) => $.cli.settings.data.unreadableSuppression);
  const { added, lost } = suppression;
  const losses = lost > 0 ? t(($) => $.cli.settings.data.suppressionLost, { count: lost }) : "";
  return t(($) => $.cli.settings.data.suppressionAdded, { count: added }) + losses;
}

export const settingsCommands = [list, create, remove, restore];
