/** quota changes, rows, start, resume, cancel, settle, retry and undo: changes of this computer, and what becomes of them. */
import { type Command, Option } from "commander";
import { quotaRowStateSchema, type QuotaRowState } from "#contract/quota-changes.ts";
import { quotas, type QuotaChange } from "#contract/quotas.ts";
import { addConfirm, confirmInput, type ConfirmOption, withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "./context.ts";
import type { Core } from "./core.ts";
import { parseWhole } from "./option-values.ts";
import { formatTable, iso, printAnswer } from "./output.ts";
import { concludeChange, followChange } from "./quota-follow.ts";
import { addAllowance } from "./quota-options.ts";
import { rowTable, sayCounts } from "./quota-text.ts";

const parseChange = parseWhole("A change", 1, Number.MAX_SAFE_INTEGER);

export function addQuotaChanges(quota: Command, context: CliContext): void {
  addList(quota, context);
  addRows(quota, context);
  addStart(quota, context);
  addSteering(quota, context);
  addRetry(quota, context);
  addUndo(quota, context);
}

function addList(quota: Command, context: CliContext): void {
  quota
    .command("changes")
    .description("list the changes of quotas that this computer made, newest first")
    .option("--endpoint <id>", "only those that concern this endpoint")
    .option("--limit <n>", "at most so many", parseWhole("The limit", 1, 200), 50)
    .addHelpText("after", "\nExample:\n  $ fleetdesk quota changes --endpoint 70001")
    .action(async (options: { readonly endpoint?: string; readonly limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await client.quotas.changes({ ...context.scope(), ...options }, signal);
        if (context.globals().json) printAnswer(context.terminal, quotas.operations.changes.output, found);
        else if (found.changes.length === 0) context.terminal.out("No quota was changed from this computer yet.\n");
        else {
          const rows = found.changes.map(({ change, title, whom, state, counts, createdAt }) => [
            String(change),
            title,
            whom,
            state,
            sayCounts(counts),
            iso(createdAt) ?? "",
          ]);
          context.terminal.out(formatTable(["CHANGE", "WHAT", "WHOM", "STATE", "ROWS", "MADE"], rows));
        }
      });
    });
}

interface RowsOptions {
  readonly state?: readonly QuotaRowState[];
  readonly had?: "quota" | "none";
  readonly limit: number;
  readonly after?: number;
}

function addRows(quota: Command, context: CliContext): void {
  quota
    .command("rows")
    .description("list the endpoints of a change with what there was, what it becomes and what came of it")
    .argument("<change>", "number of the change", parseChange)
    .addOption(new Option("--state <state...>", "only rows in these states").choices(quotaRowStateSchema.options))
    .addOption(new Option("--had <what>", "only endpoints that had a quota, or none").choices(["quota", "none"]))
    .option("--limit <n>", "at most so many", parseWhole("The limit", 1, 1000), 100)
    .option("--after <row>", "behind this row", parseWhole("A row", 0, Number.MAX_SAFE_INTEGER))
    .addHelpText("after", "\nExample:\n  $ fleetdesk quota rows 3 --state refused unknown moved")
    .action(async (change: number, { state, ...options }: RowsOptions) => {
      await context.withCore(async ({ client }, signal) => {
        const states = state === undefined ? {} : { states: [...state] };
        const { kind } = await client.quotas.state({ change }, signal);
        const found = await client.quotas.rows({ change, ...options, ...states }, signal);
        if (context.globals().json) printAnswer(context.terminal, quotas.operations.rows.output, found);
        else {
          context.terminal.out(rowTable(kind, found.items));
          if (found.next !== undefined) context.terminal.err(`More with --after ${found.next}\n`);
        }
      });
    });
}

function addStart(quota: Command, context: CliContext): void {
  addConfirm(addAllowance(quota.command("start")), "send to exactly so many endpoints")
    .description("send a change that is planned; each endpoint is read again first")
    .argument("<change>", "number of the change", parseChange)
    .option("--yes", "send, up to 100 endpoints")
    .option("--strict", "what use alone took away since counts as moved too")
    .addHelpText("after", "\nExamples:\n  $ fleetdesk quota start 3 --yes\n  $ fleetdesk quota start 4 --confirm 2400")
    .action(async (change: number, options: Confirmation & { readonly strict?: boolean }) => {
      await context.withCore(async (core, signal) => {
        const { quotas } = core.client;
        if (!isConfirmed(options)) {
          await concludeChange(context, core, await quotas.state({ change }, signal), signal);
          return;
        }
        const { strict = false, allowUnsettled = false } = options;
        const begun = quotas.start({ change, acceptUsage: !strict, allowUnsettled, ...confirmInput(options) }, signal);
        await toTheEnd(context, core, await withConfirmOption(begun), signal);
      });
    });
}

function addSteering(quota: Command, context: CliContext): void {
  const verbs = {
    resume: "go on with a change that was interrupted; what is unknown is looked up first",
    cancel: "end a change; what was not sent never is",
    settle: "read the quotas of unknown rows again: each turns out to be set, not set, or moved",
  } as const;
  for (const verb of ["resume", "cancel", "settle"] as const) {
    quota
      .command(verb)
      .description(verbs[verb])
      .argument("<change>", "number of the change", parseChange)
      .addHelpText("after", `\nExample:\n  $ fleetdesk quota ${verb} 3`)
      .action(async (change: number) => {
        await context.withCore(async (core, signal) => {
          await toTheEnd(context, core, await core.client.quotas[verb]({ change }, signal), signal);
        });
      });
  }
}

const which = ["refused", "unknown", "unreadable", "moved", "unsettled"] as const;

interface RetryOptions extends ConfirmOption {
  readonly which: readonly (typeof which)[number][];
  readonly allowUnsettled?: boolean;
}

function addRetry(quota: Command, context: CliContext): void {
  addConfirm(addAllowance(quota.command("retry")), "above 100: the exact number of endpoints that are sent to at once")
    .description("work the rows in the named states once more, and no others")
    .argument("<change>", "number of the change", parseChange)
    .addOption(new Option("--which <state...>", "which rows").choices(which).default(["refused", "unreadable"]))
    .addHelpText(
      "after",
      "\nRows that moved are changed from the value they have now. Rows that could not be read are read first; then the change is\n" +
        "planned, and start sends it.\n\nExample:\n  $ fleetdesk quota retry 3 --which moved",
    )
    .action(async (change: number, { which: states, allowUnsettled = false, confirm }: RetryOptions) => {
      await context.withCore(async (core, signal) => {
        const wanted = {
          change,
          which: [...states],
          allowUnsettled,
          ...confirmInput(confirm === undefined ? {} : { confirm }),
        };
        await toTheEnd(context, core, await withConfirmOption(core.client.quotas.retry(wanted, signal)), signal);
      });
    });
}

function addUndo(quota: Command, context: CliContext): void {
  addConfirm(addAllowance(quota.command("undo")), "send at once to exactly so many endpoints")
    .description("put back what every endpoint had before a change")
    .argument("<change>", "number of the change", parseChange)
    .option("--overwrite-moved", "also where somebody changed the quota since")
    .option("--yes", "send at once, up to 100 endpoints")
    .addHelpText(
      "after",
      "\nWithout --yes or --confirm it is only planned. An undo is a change too, and can be undone.\n\nExample:\n  $ fleetdesk quota undo 3 --yes",
    )
    .action(async (change: number, options: Confirmation & { readonly overwriteMoved?: boolean }) => {
      await context.withCore(async (core, signal) => {
        const { overwriteMoved = false, allowUnsettled = false } = options;
        const start = isConfirmed(options);
        const begun = core.client.quotas.undo(
          { change, overwriteMoved, allowUnsettled, start, ...confirmInput(options) },
          signal,
        );
        await toTheEnd(context, core, await withConfirmOption(begun), signal);
      });
    });
}

interface Confirmation extends ConfirmOption {
  readonly allowUnsettled?: boolean;
  readonly yes?: boolean;
}

function isConfirmed({ yes = false, confirm }: Confirmation): boolean {
  return yes || confirm !== undefined;
}

async function toTheEnd(context: CliContext, core: Core, begun: QuotaChange, signal: AbortSignal): Promise<void> {
  if (core.ownerPid !== undefined && (begun.state === "reading" || begun.state === "running")) {
    context.terminal.err(`Change ${begun.change} is worked in process ${core.ownerPid}.\n`);
  }
  await concludeChange(context, core, await followChange(context, core, begun, signal), signal);
}
