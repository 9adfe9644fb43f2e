/** check: compares the cache with the service. */
import { t } from "../../text.ts";
import type { Command } from "commander";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { parseCollection } from "./collections.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { iso, printJson } from "../../output.ts";

interface CheckOptions {
  readonly filter?: string;
  readonly sort?: string;
  readonly limit: number;
}

type Checked = Awaited<ReturnType<FleetClient["fleet"]["selfCheck"]>>;

const help = t(($) => $.cli.fleet.check.help);

export function addCheckCommand(program: Command, context: CliContext): void {
  program
    .command("check")
    .description(t(($) => $.cli.fleet.check.summary))
    .argument(
      "<collection>",
      t(($) => $.cli.fleet.options.collection),
      parseCollection,
    )
    .option(
      "--filter <q>",
      t(($) => $.cli.fleet.options.filter),
    )
    .option(
      "--sort <fields>",
      t(($) => $.cli.fleet.options.sort),
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.fleet.check.limit),
      parseWhole(
        t(($) => $.cli.fleet.options.limitName),
        1,
        1000,
      ),
      200,
    )
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
  const lines = [
    agrees ? t(($) => $.cli.fleet.check.agree) : t(($) => $.cli.fleet.check.differ),
    t(($) => $.cli.fleet.check.compared, { count: compared }),
    serviceTotal === undefined
      ? t(($) => $.cli.fleet.check.totalsUnknown, { cache: cacheTotal })
      : t(($) => $.cli.fleet.check.totals, { cache: cacheTotal, service: serviceTotal }),
    asOf === undefined
      ? t(($) => $.cli.fleet.check.neverSynced)
      : t(($) => $.cli.fleet.check.asOf, { time: iso(asOf) ?? "" }),
    ...(onlyInCache.length === 0 ? [] : [t(($) => $.cli.fleet.check.onlyInCache, { ids: firstIds(onlyInCache) })]),
    ...(onlyInService.length === 0
      ? []
      : [t(($) => $.cli.fleet.check.onlyInService, { ids: firstIds(onlyInService) })]),
    ...(orderDiffersAt === undefined ? [] : [t(($) => $.cli.fleet.check.orderDiffers, { row: orderDiffersAt })]),
  ];
  return `${lines.join("\n")}\n`;
}

function firstIds(ids: readonly string[]): string {
  const named = ids.slice(0, mostNamed).join(", ");
  const count = ids.length - mostNamed;
  return count > 0 ? t(($) => $.cli.fleet.check.moreIds, { ids: named, count }) : named;
}
