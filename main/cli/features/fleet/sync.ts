/** sync: updates the cache and reports its completeness. */
import { formatText } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "../../text.ts";
import type { Command } from "commander";
import { collectionSchema, type Collection, fleet, type SyncReport } from "#shared/contract/fleet/fleet.ts";
import { AppError } from "#shared/failure.ts";
import { parseCollection } from "./collections.ts";
import type { CliContext } from "../../context.ts";
import { printAnswer } from "../../output.ts";

const help = t(($) => $.cli.fleet.sync.help, { collections: collectionSchema.options.join(" ") });

export function addSyncCommand(program: Command, context: CliContext): void {
  program
    .command("sync")
    .description(t(($) => $.cli.fleet.sync.summary))
    .argument(
      "[collection...]",
      t(($) => $.cli.fleet.sync.collections),
      (text: string, before: readonly Collection[]) => [...before, parseCollection(text)],
      [],
    )
    .addHelpText("after", help)
    .action(async (collections: readonly Collection[]) => {
      await context.withCore(async ({ client, on }, signal) => {
        const stop = on("fleet.syncProgress", ({ collection, done, total }) =>
          // Before the first page there is nothing to count: only the activity is shown.
          context.progress.show(
            done === 0
              ? { label: t(($) => $.cli.fleet.sync.started, { collection }) }
              : { label: collection, done, total },
          ),
        );
        const selection = collections.length === 0 ? {} : { collections: [...new Set(collections)] };
        const { reports } = await client.fleet.sync({ ...context.scope(), ...selection }, signal);
        stop();
        context.progress.end();
        if (context.globals().json) printAnswer(context.terminal, fleet.operations.sync.output, { reports });
        else for (const report of reports) context.terminal.out(`${describe(report)}\n`);
        if (reports.length > 0 && reports.every(({ state }) => state === "not-offered")) {
          throw new AppError("not-offered", codedText("no-collection-offered"));
        }
        const open = reports.filter(({ state }) => state === "partial" || state === "never");
        if (open.length === 0) return;
        const why = open.map(({ collection, reason }) => incompleteText(collection, reason)).join(", ");
        throw new AppError("sync-incomplete", codedText("sync-incomplete", { collections: why }));
      });
    });
}

function incompleteText(collection: Collection, reason: SyncReport["reason"]): string {
  return reason === undefined
    ? t(($) => $.cli.fleet.sync.incompleteUnexplained, { collection })
    : t(($) => $.cli.fleet.sync.incomplete, { collection, reason: formatText(reason) });
}

function describe(report: SyncReport): string {
  const { collection, state, unique = 0, promised, added, changed, removed } = report;
  const reason = report.reason === undefined ? undefined : formatText(report.reason);
  if (state === "not-offered") return t(($) => $.cli.fleet.sync.notOffered, { collection });
  if (state === "never") {
    return reason === undefined
      ? t(($) => $.cli.fleet.sync.failed, { collection })
      : t(($) => $.cli.fleet.sync.failedReason, { collection, reason });
  }
  const stateText = state === "complete" ? t(($) => $.cli.fleet.sync.complete) : t(($) => $.cli.fleet.sync.partial);
  const counts = { collection, state: stateText, count: unique, added, changed, removed: removed };
  const text =
    promised === undefined
      ? t(($) => $.cli.fleet.sync.report, counts)
      : t(($) => $.cli.fleet.sync.reportOf, { ...counts, total: promised });
  return reason === undefined ? text : t(($) => $.cli.fleet.sync.withReason, { report: text, reason });
}
