/** backup list, delete and restore: backups of the database. Works without opening the database. */
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import { compareBackup, deleteBackups, listBackups, restoreBackup, type Comparison } from "../../../app/create-app.ts";
import { AppError } from "#shared/failure.ts";
import { dataDirInUse } from "../../../core/ipc/outside-calls.ts";
import { lockDataDir } from "../../../platform/node/lock.ts";
import { readOwner } from "../../../platform/node/owner-file.ts";
import type { CliContext } from "../../context.ts";
import { formatTable, iso, printJson } from "../../output.ts";
import { usageError } from "../../usage-error.ts";

const restoreHelp = t(($) => $.cli.settings.data.restoreHelp);

export function addBackupCommands(program: Command, context: CliContext): void {
  const backup = program.command("backup").description(t(($) => $.cli.settings.data.summary));
  backup
    .command("list")
    .description(t(($) => $.cli.settings.data.backupsSummary))
    .addHelpText(
      "after",
      t(($) => $.cli.settings.data.backupsHelp),
    )
    .action(() => list(context));
  backup
    .command("delete")
    .description(t(($) => $.cli.settings.data.backupsDelete))
    .requiredOption(
      "--all",
      t(($) => $.cli.settings.data.deleteAll),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk backup delete --all"] }))
    .action(() => deleteAll(context));
  backup
    .command("restore [backup]")
    .description(t(($) => $.cli.settings.data.restoreSummary))
    .option(
      "--replace",
      t(($) => $.cli.settings.data.restoreReplace),
    )
    .addHelpText("after", restoreHelp)
    .action((name: string | undefined, { replace = false }: { readonly replace?: boolean }) => {
      if (name === undefined) {
        list(context);
        throw usageError(t(($) => $.cli.settings.data.restoreMissing));
      }
      owned(context, (dataDir) => restore(context, dataDir, name, replace));
    });
}

function list(context: CliContext): void {
  const { dataDir, json } = context.globals();
  const backups = listBackups(dataDir);
  if (json) {
    printJson(context.terminal, { items: backups.map((backup) => ({ ...backup, createdAt: iso(backup.createdAt) })) });
    return;
  }
  if (backups.length === 0) {
    context.terminal.out(t(($) => $.cli.settings.data.noBackups));
    return;
  }
  const rows = backups.map(({ name, createdAt, bytes }) => [
    name,
    iso(createdAt) ?? "",
    t(($) => $.cli.settings.data.bytes, { count: bytes }),
  ]);
  const columns = [t(($) => $.cli.headings.backup), t(($) => $.cli.headings.created), t(($) => $.cli.headings.size)];
  context.terminal.out(formatTable(columns, rows, 80));
}

function deleteAll(context: CliContext): void {
  const { dataDir, json } = context.globals();
  const deleted = deleteBackups(dataDir);
  if (json) printJson(context.terminal, { deleted });
  else context.terminal.out(t(($) => $.cli.settings.data.deleted, { count: deleted }));
}

/** Runs `work` under the lock of the data directory. Throws `data-dir-in-use`. */
function owned(context: CliContext, work: (dataDir: string) => void): void {
  const { dataDir } = context.globals();
  const lock = lockDataDir(dataDir);
  if (lock === undefined) throw dataDirInUse(readOwner(dataDir)?.pid);
  try {
    work(dataDir);
  } finally {
    lock.release();
  }
}

function restore(context: CliContext, dataDir: string, name: string, replace: boolean): void {
  const { terminal, clock } = context;
  const { json } = context.globals();
  const comparison = compareBackup(dataDir, name);
  if (!json) terminal.out(describeLosses(comparison));
  if (!replace) {
    if (json) printJson(terminal, jsonOf(comparison));
    throw new AppError("confirmation-needed", codedText("restore-not-confirmed", { name }));
  }
  const { former } = restoreBackup(dataDir, name, clock.now());
  if (json) {
    printJson(terminal, { ...jsonOf(comparison), former });
    return;
  }
  terminal.out(
    former === undefined
      ? t(($) => $.cli.settings.data.restored, { name })
      : t(($) => $.cli.settings.data.restoredOver, { name, former }),
  );
}

function jsonOf({ backup, inBackup, inUse }: Comparison): Readonly<Record<string, unknown>> {
  return { backup: backup.name, createdAt: iso(backup.createdAt), inBackup, inUse };
}

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
  const rows = inUse.flatMap(({ campaignId, name, accepted, state }) => {
    const before = backupCampaigns.get(campaignId);
    if (before !== undefined && before.accepted === accepted && before.state === state) return [];
    const then = before === undefined ? t(($) => $.cli.settings.data.missing) : describe(before);
    return [[campaignId, name, describe({ state, accepted }), then]];
  });
  if (rows.length === 0) return t(($) => $.cli.settings.data.sameCampaigns, { made: createdAt });
  const columns = [
    t(($) => $.cli.headings.id),
    t(($) => $.cli.headings.name),
    t(($) => $.cli.headings.current),
    t(($) => $.cli.headings.backup),
  ];
  return t(($) => $.cli.settings.data.differentCampaigns, { made: createdAt, rows: formatTable(columns, rows) });
}
