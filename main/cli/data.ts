/** data: the backups of the database, and putting one of them in its place. Works without opening the database. */
import type { Command } from "commander";
import { compareBackup, deleteBackups, listBackups, restoreBackup, type Comparison } from "../app.ts";
import { AppError } from "../failure.ts";
import { dataDirInUse } from "../ipc/outside-calls.ts";
import { lockDataDir } from "../node/lock.ts";
import { readOwner } from "../node/owner-file.ts";
import type { CliContext } from "./context.ts";
import { formatCount, formatCounted, formatTable, iso, printJson } from "./output.ts";
import { usageError } from "./usage-error.ts";

const restoreHelp = `
Without --replace nothing is changed: the command says what the backup lacks. With it, the backup takes the place of the database,
and the former one is kept beside it. Every campaign of the restored database looks its pending recipients up before it sends.

Examples:
  $ fleetdesk data backups
  $ fleetdesk data restore fleetdesk-2031-01-02T00-00-00-000Z-v200.db
  $ fleetdesk data restore fleetdesk-2031-01-02T00-00-00-000Z-v200.db --replace`;

export function addDataCommands(program: Command, context: CliContext): void {
  const data = program.command("data").description("list backups of the database and restore one");
  data
    .command("backups")
    .description("list the backups, oldest first: one is made before each upgrade of the database")
    .option("--delete", "delete all of them: they hold texts and numbers of forgotten connections, too")
    .addHelpText("after", "\nExample:\n  $ fleetdesk data backups")
    .action(({ delete: remove = false }: { readonly delete?: boolean }) => {
      if (remove) deleteAll(context);
      else list(context);
    });
  data
    .command("restore [backup]")
    .description("put a backup in the place of the database")
    .option("--replace", "do it: without this, say what the backup lacks")
    .addHelpText("after", restoreHelp)
    .action((backup: string | undefined, { replace = false }: { readonly replace?: boolean }) => {
      if (backup === undefined) {
        list(context);
        throw usageError("Name the backup to restore: fleetdesk data restore BACKUP");
      }
      owned(context, (dataDir) => restore(context, dataDir, backup, replace));
    });
}

function list(context: CliContext): void {
  const { dataDir, json } = context.globals();
  const backups = listBackups(dataDir);
  if (json) {
    printJson(context.terminal, { items: backups.map((backup) => ({ ...backup, madeAt: iso(backup.madeAt) })) });
    return;
  }
  if (backups.length === 0) {
    context.terminal.out("No backups. One is made before each upgrade of the database.\n");
    return;
  }
  const rows = backups.map(({ name, madeAt, bytes }) => [name, iso(madeAt) ?? "", `${formatCount(bytes)} bytes`]);
  context.terminal.out(formatTable(["BACKUP", "MADE", "SIZE"], rows, 80));
}

function deleteAll(context: CliContext): void {
  const { dataDir, json } = context.globals();
  const deleted = deleteBackups(dataDir);
  if (json) printJson(context.terminal, { deleted });
  else context.terminal.out(`${formatCounted(deleted, "backup")} deleted.\n`);
}

/** While nothing else has the data directory open. */
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
  if (!json) terminal.out(sayLacks(comparison));
  if (!replace) {
    if (json) printJson(terminal, jsonOf(comparison));
    throw new AppError(
      "confirmation-needed",
      `Nothing was changed. Restore this backup with: fleetdesk data restore ${name} --replace`,
    );
  }
  const { former } = restoreBackup(dataDir, name, clock.now());
  if (json) {
    printJson(terminal, { ...jsonOf(comparison), former });
    return;
  }
  const kept = former === undefined ? "" : ` The former database is kept as ${former}.`;
  terminal.out(
    `Restored ${name}.${kept}\nEvery campaign looks its pending recipients up before it sends: fleetdesk campaign resume ID\n`,
  );
}

function jsonOf({ backup, inBackup, inUse }: Comparison): Readonly<Record<string, unknown>> {
  return { backup: backup.name, madeAt: iso(backup.madeAt), inBackup, inUse };
}

/** What somebody loses who restores the backup. */
function sayLacks({ backup, inBackup, inUse }: Comparison): string {
  const made = iso(backup.madeAt);
  if (inUse === undefined) {
    return `The database in use cannot be read. The backup lacks everything since ${made}: campaigns, outcomes, settings.\n`;
  }
  const known = new Map(inBackup.map((campaign) => [campaign.campaignId, campaign]));
  const rows = inUse.flatMap(({ campaignId, name, accepted, state }) => {
    const before = known.get(campaignId);
    if (before !== undefined && before.accepted === accepted && before.state === state) return [];
    const then = before === undefined ? "missing" : `${before.state}, ${formatCount(before.accepted)} accepted`;
    return [[campaignId, name, `${state}, ${formatCount(accepted)} accepted`, then]];
  });
  if (rows.length === 0) return `The campaigns of the backup of ${made} are the same as in the database in use.\n`;
  return `These campaigns are different in the backup of ${made}:\n${formatTable(["ID", "NAME", "IN USE", "BACKUP"], rows)}`;
}
