/** sync: brings the local copy up to date and says how complete it is. */
import type { Command } from "commander";
import { collectionSchema, type Collection, type SyncReport } from "#contract/fleet.ts";
import { AppError } from "../failure.ts";
import { parseCollection } from "./collections.ts";
import type { CliContext } from "./context.ts";
import { formatCount, iso, printJson } from "./output.ts";

const help = `
Collections: ${collectionSchema.options.join(" ")} (default: all that the service offers).
A sync that was interrupted goes on where it stopped. What was cached stays when the service fails.

Examples:
  $ fleetdesk sync
  $ fleetdesk sync endpoint sim --json`;

export function addSyncCommand(program: Command, context: CliContext): void {
  program
    .command("sync")
    .description("copy collections of the service to this computer")
    .argument(
      "[collection...]",
      "what to copy",
      (text: string, before: readonly Collection[]) => [...before, parseCollection(text)],
      [],
    )
    .addHelpText("after", help)
    .action(async (collections: readonly Collection[]) => {
      await context.withCore(async ({ client, on }, signal) => {
        const stop = on("fleet.syncProgress", ({ collection, done, total }) =>
          // Nothing is there yet: what it does is said, and counted once there is something to count.
          context.progress.show(
            done === 0
              ? { label: `Asking the service for the first page of ${collection}` }
              : { label: collection, done, total },
          ),
        );
        const wanted = collections.length === 0 ? {} : { collections: [...new Set(collections)] };
        const { reports } = await client.fleet.sync({ ...context.scope(), ...wanted }, signal);
        stop();
        context.progress.end();
        if (context.globals().json)
          printJson(context.terminal, { reports: reports.map((report) => ({ ...report, asOf: iso(report.asOf) })) });
        else for (const report of reports) context.terminal.out(`${describe(report)}\n`);
        if (reports.length > 0 && reports.every(({ state }) => state === "not-offered")) {
          const what = "The service offers none of the collections. Check the base address: fleetdesk test-connection.";
          throw new AppError("not-offered", what);
        }
        const open = reports.filter(({ state }) => state === "partial" || state === "never");
        if (open.length === 0) return;
        const why = open.map(({ collection, reason }) => `${collection} (${reason ?? "no reason given"})`).join(", ");
        throw new AppError("sync-incomplete", `Not everything could be copied: ${why}.`);
      });
    });
}

function describe(report: SyncReport): string {
  const { collection, state, unique = 0, promised, added, changed, gone } = report;
  const because = report.reason === undefined ? "" : ` ${report.reason}`;
  if (state === "not-offered") return `${collection}: this service does not offer it.`;
  if (state === "never") return `${collection}: nothing could be copied.${because}`;
  const of = promised === undefined ? formatCount(unique) : `${formatCount(unique)} of ${formatCount(promised)}`;
  const news = `${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(gone)} gone`;
  return `${collection}: ${state} ${of}; ${news}.${because}`;
}
