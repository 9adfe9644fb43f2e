/** check: whether the local copy answers as the service does. */
import type { Command } from "commander";
import type { Collection } from "#contract/fleet.ts";
import type { FleetClient } from "#contract/index.ts";
import { parseCollection } from "./collections.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatCount, formatCounted, iso, printJson } from "./output.ts";

interface CheckOptions {
  readonly filter?: string;
  readonly sort?: string;
  readonly limit: number;
}

type Checked = Awaited<ReturnType<FleetClient["fleet"]["selfCheck"]>>;

const help = `
Puts one question to the local copy and to the service and compares the first rows and the totals. Exit code 1 when they differ.

Examples:
  $ fleetdesk check endpoint
  $ fleetdesk check endpoint --filter 'tags:north*' --sort=-name --limit 1000`;

export function addCheckCommand(program: Command, context: CliContext): void {
  program
    .command("check")
    .description("compare the local copy with the service")
    .argument("<collection>", "endpoint, sim, imsi, organisation, user or tariff_plan", parseCollection)
    .option("--filter <q>", "only those that match")
    .option("--sort <fields>", "in this order (default: id)")
    .option("--limit <n>", "compare so many rows", parseWhole("The limit", 1, 1000), 200)
    .addHelpText("after", help)
    .action(async (collection: Collection, { filter = "", sort = "", limit }: CheckOptions) => {
      await context.withCore(async ({ client }, signal) => {
        const checked = await client.fleet.selfCheck({ ...context.scope(), collection, filter, sort, limit }, signal);
        if (context.globals().json) {
          const { asOf, checkedAt, ...rest } = checked;
          printJson(context.terminal, { ...rest, asOf: iso(asOf) ?? null, checkedAt: iso(checkedAt) });
        } else context.terminal.out(describe(checked));
        if (!checked.agrees) context.endWith("cache-differs");
      });
    });
}

const mostNamed = 20;

function describe(checked: Checked): string {
  const { agrees, compared, cacheTotal, serviceTotal, onlyInCache, onlyInService, orderDiffersAt, asOf } = checked;
  const service = serviceTotal === undefined ? "not told by the service" : formatCount(serviceTotal);
  const age = asOf === undefined ? "never synchronised" : `as of ${iso(asOf)}`;
  const lines = [
    agrees ? "The local copy and the service agree." : "The local copy and the service differ.",
    `${formatCounted(compared, "row")} compared; in all ${formatCount(cacheTotal)} here, ${service} there; ${age}.`,
    ...named("Only in the local copy", onlyInCache),
    ...named("Only at the service", onlyInService),
    ...(orderDiffersAt === undefined ? [] : [`The order differs from row ${formatCount(orderDiffersAt)} on.`]),
  ];
  return `${lines.join("\n")}\n`;
}

function named(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > mostNamed ? ` and ${formatCount(ids.length - mostNamed)} more` : "";
  return [`${what}: ${ids.slice(0, mostNamed).join(", ")}${more}.`];
}
