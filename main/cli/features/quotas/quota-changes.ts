/** quota changes, rows, start, resume, cancel, resolve, retry and undo: bulk quota changes of this computer. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { type Command, Option } from "commander";
import { quotaRowStateSchema, type QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import { quotas, type QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { addConfirm, confirmInput, type ConfirmOption, withConfirmOption } from "../campaigns/confirm-option.ts";
import { choiceOption } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import type { Core } from "../../core.ts";
import { parseWhole } from "../../option-values.ts";
import { formatTable, iso, printAnswer } from "../../output.ts";
import { concludeChange, followChange } from "./quota-follow.ts";
import { addAllowUnresolved } from "./quota-options.ts";
import { rowTable, formatQuotaCounts } from "./quota-text.ts";

const parseChange = parseWhole(
  t(($) => $.cli.quotas.changeValue),
  1,
  Number.MAX_SAFE_INTEGER,
);

export function addQuotaChanges(quota: Command, context: CliContext): void {
  addList(quota, context);
  addRows(quota, context);
  addStart(quota, context);
  addSteering(quota, context);
  addRetry(quota, context);
  addUndo(quota, context);
}

const changesHead = [
  t(($) => $.cli.headings.change),
  t(($) => $.cli.headings.title),
  t(($) => $.cli.headings.endpoints),
  t(($) => $.cli.headings.state),
  t(($) => $.cli.headings.rows),
  t(($) => $.cli.headings.created),
];

function addList(quota: Command, context: CliContext): void {
  quota
    .command("changes")
    .description(t(($) => $.cli.quotas.changes.summary))
    .option(
      "--endpoint <id>",
      t(($) => $.cli.quotas.changes.endpoint),
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.quotas.changes.limit),
      parseWhole(
        t(($) => $.cli.quotas.limitValue),
        1,
        200,
      ),
      50,
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk quota changes --endpoint 70001"] }))
    .action(async (options: { readonly endpoint?: string; readonly limit: number }) => {
      await context.withCore(async ({ client }, signal) => {
        const history = await client.quotas.changes({ ...context.scope(), ...options }, signal);
        if (context.globals().json) printAnswer(context.terminal, quotas.operations.changes.output, history);
        else if (history.changes.length === 0) context.terminal.out(t(($) => $.cli.quotas.changes.empty));
        else {
          const rows = history.changes.map(({ change, title, targets: endpoints, state, counts, createdAt }) => [
            String(change),
            formatText(title),
            formatText(endpoints),
            state,
            formatQuotaCounts(counts),
            iso(createdAt) ?? "",
          ]);
          context.terminal.out(formatTable(changesHead, rows));
        }
      });
    });
}

interface RowsOptions {
  readonly state?: readonly QuotaRowState[];
  readonly previous?: "quota" | "none";
  readonly limit: number;
  readonly cursor?: number;
}

function addRows(quota: Command, context: CliContext): void {
  quota
    .command("rows")
    .description(t(($) => $.cli.quotas.rows.summary))
    .argument(
      "<change>",
      t(($) => $.cli.quotas.changeNumber),
      parseChange,
    )
    .addOption(
      choiceOption(
        "--state <state...>",
        t(($) => $.cli.quotas.rows.state),
        quotaRowStateSchema.options,
      ),
    )
    .addOption(
      new Option(
        "--previous <quota>",
        t(($) => $.cli.quotas.rows.had),
      ).choices(["quota", "none"]),
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.quotas.rows.limit),
      parseWhole(
        t(($) => $.cli.quotas.limitValue),
        1,
        1000,
      ),
      100,
    )
    .option(
      "--cursor <row>",
      t(($) => $.cli.quotas.rows.after),
      parseWhole(
        t(($) => $.cli.quotas.rowValue),
        0,
        Number.MAX_SAFE_INTEGER,
      ),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk quota rows 3 --state rejected unknown changed-elsewhere"] }))
    .action(async (change: number, { state, previous, cursor, limit }: RowsOptions) => {
      await context.withCore(async ({ client }, signal) => {
        const filters = {
          states: state === undefined ? undefined : [...state],
          had: previous,
          after: cursor,
        };
        const { kind } = await client.quotas.state({ change }, signal);
        const page = await client.quotas.rows({ change, limit, ...filters }, signal);
        if (context.globals().json) printAnswer(context.terminal, quotas.operations.rows.output, page);
        else {
          context.terminal.out(rowTable(kind, page.items));
          if (page.next !== undefined) context.terminal.err(t(($) => $.cli.quotas.rows.more, { row: page.next }));
        }
      });
    });
}

function addStart(quota: Command, context: CliContext): void {
  addConfirm(
    addAllowUnresolved(quota.command("start")),
    t(($) => $.cli.quotas.confirm),
  )
    .description(t(($) => $.cli.quotas.start.summary))
    .argument(
      "<change>",
      t(($) => $.cli.quotas.changeNumber),
      parseChange,
    )
    .option(
      "--yes",
      t(($) => $.cli.quotas.yes),
    )
    .option(
      "--strict",
      t(($) => $.cli.quotas.start.strict),
    )
    .addHelpText(
      "after",
      helpText({ examples: ["fleetdesk quota start 3 --yes", "fleetdesk quota start 4 --confirm 2400"] }),
    )
    .action(async (change: number, options: Confirmation & { readonly strict?: boolean }) => {
      await context.withCore(async (core, signal) => {
        const { quotas } = core.client;
        if (!isConfirmed(options)) {
          await concludeChange(context, core, await quotas.state({ change }, signal), signal);
          return;
        }
        const { strict = false, allowUnresolved = false } = options;
        const request = quotas.start(
          { change, acceptUsage: !strict, allowUnresolved: allowUnresolved, ...confirmInput(options) },
          signal,
        );
        await toTheEnd(context, core, await withConfirmOption(request), signal);
      });
    });
}

function addSteering(quota: Command, context: CliContext): void {
  const verbs = [
    ["resume", t(($) => $.cli.quotas.resume.summary)],
    ["cancel", t(($) => $.cli.quotas.cancel.summary)],
    ["resolve", t(($) => $.cli.quotas.resolve.summary)],
  ] as const;
  for (const [verb, description] of verbs) {
    quota
      .command(verb)
      .description(description)
      .argument(
        "<change>",
        t(($) => $.cli.quotas.changeNumber),
        parseChange,
      )
      .addHelpText("after", helpText({ examples: [`fleetdesk quota ${verb} 3`] }))
      .action(async (change: number) => {
        await context.withCore(async (core, signal) => {
          await toTheEnd(context, core, await core.client.quotas[verb]({ change }, signal), signal);
        });
      });
  }
}

const retryable = ["refused", "unknown", "unreadable", "moved", "unsettled"] as const;

interface RetryOptions extends ConfirmOption {
  readonly state: readonly (typeof retryable)[number][];
  readonly allowUnresolved?: boolean;
}

function addRetry(quota: Command, context: CliContext): void {
  addConfirm(
    addAllowUnresolved(quota.command("retry")),
    t(($) => $.cli.quotas.retry.confirm),
  )
    .description(t(($) => $.cli.quotas.retry.summary))
    .argument(
      "<change>",
      t(($) => $.cli.quotas.changeNumber),
      parseChange,
    )
    .addOption(
      choiceOption(
        "--state <state...>",
        t(($) => $.cli.quotas.retry.which),
        retryable,
      ).default(["refused", "unreadable"], "rejected unreadable"),
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.quotas.retry.help),
        examples: ["fleetdesk quota retry 3 --state changed-elsewhere"],
      }),
    )
    .action(async (change: number, { state: states, allowUnresolved = false, confirm }: RetryOptions) => {
      await context.withCore(async (core, signal) => {
        const input = {
          change,
          which: [...states],
          allowUnresolved: allowUnresolved,
          ...confirmInput(confirm === undefined ? {} : { confirm }),
        };
        await toTheEnd(context, core, await withConfirmOption(core.client.quotas.retry(input, signal)), signal);
      });
    });
}

function addUndo(quota: Command, context: CliContext): void {
  addConfirm(
    addAllowUnresolved(quota.command("undo")),
    t(($) => $.cli.quotas.confirm),
  )
    .description(t(($) => $.cli.quotas.undo.summary))
    .argument(
      "<change>",
      t(($) => $.cli.quotas.changeNumber),
      parseChange,
    )
    .option(
      "--overwrite-changed",
      t(($) => $.cli.quotas.undo.overwriteMoved),
    )
    .option(
      "--yes",
      t(($) => $.cli.quotas.yes),
    )
    .addHelpText(
      "after",
      helpText({ text: t(($) => $.cli.quotas.undo.help), examples: ["fleetdesk quota undo 3 --yes"] }),
    )
    .action(async (change: number, options: Confirmation & { readonly overwriteChanged?: boolean }) => {
      await context.withCore(async (core, signal) => {
        const { overwriteChanged = false, allowUnresolved = false } = options;
        const start = isConfirmed(options);
        const request = core.client.quotas.undo(
          {
            change,
            overwriteMoved: overwriteChanged,
            allowUnresolved: allowUnresolved,
            start,
            ...confirmInput(options),
          },
          signal,
        );
        await toTheEnd(context, core, await withConfirmOption(request), signal);
      });
    });
}

interface Confirmation extends ConfirmOption {
  readonly allowUnresolved?: boolean;
  readonly yes?: boolean;
}

function isConfirmed({ yes = false, confirm }: Confirmation): boolean {
  return yes || confirm !== undefined;
}

async function toTheEnd(context: CliContext, core: Core, change: QuotaChange, signal: AbortSignal): Promise<void> {
  if (core.ownerPid !== undefined && (change.state === "reading" || change.state === "running")) {
    context.terminal.err(t(($) => $.cli.quotas.follow.elsewhere, { change: change.change, pid: core.ownerPid }));
  }
  await concludeChange(context, core, await followChange(context, core, change, signal), signal);
}
