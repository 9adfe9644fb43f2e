/** sms thread, recent, measure: cached messages, and the segments of a text. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { type Command, Option } from "commander";
import { deliverySchema, type Delivery } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  directionSchema,
  type Message,
  recentOutcomeSchema,
  type RecentOutcome,
} from "#shared/contract/messages/sms.ts";
import { choiceOption, labelOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { parseInstant, parseWhole } from "../../option-values.ts";
import { formatSegments } from "#shared/format.ts";
import { formatJson, formatTable, iso, printJson } from "../../output.ts";

export function addSmsThreadCommands(sms: Command, context: CliContext): void {
  sms
    .command("thread <endpoint>")
    .description(t(($) => $.cli.messages.thread.summary))
    .option(
      "--refresh",
      t(($) => $.cli.messages.thread.refresh),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk sms thread 70001 --refresh"] }))
    .action(async (endpoint: string, { refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const scope = { ...context.scope(), endpoint };
        if (refresh) await client.sms.list(scope, signal);
        const { items, open, asOf } = await client.sms.thread(scope, signal);
        if (context.globals().json) {
          printJson(context.terminal, { items: items.map(messageJson), open, asOf: iso(asOf) ?? null });
          return;
        }
        if (items.length > 0) context.terminal.out(formatTable(header, items.map(messageRow), 80));
        else if (asOf !== undefined) context.terminal.out(t(($) => $.cli.messages.thread.empty));
        context.terminal.out(
          asOf === undefined
            ? t(($) => $.cli.messages.thread.neverRead)
            : t(($) => $.cli.messages.thread.readAt, { time: iso(asOf) ?? "" }),
        );
      });
    });
  addRecent(sms, context);
  addMeasure(sms, context);
}

interface RecentOptions {
  readonly search?: string;
  readonly direction?: Message["direction"];
  readonly delivery?: readonly Delivery[];
  readonly outcome?: readonly RecentOutcome[];
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly cursor?: string;
}

const recentHelp = helpText({
  text: t(($) => $.cli.messages.recent.help),
  examples: ["fleetdesk sms recent --search battery", "fleetdesk sms recent --outcome unknown --json"],
});

function addRecent(sms: Command, context: CliContext): void {
  sms
    .command("recent")
    .description(t(($) => $.cli.messages.recent.summary))
    .option(
      "--search <text>",
      t(($) => $.cli.messages.recent.search),
    )
    .addOption(
      choiceOption(
        "--direction <direction>",
        t(($) => $.cli.messages.recent.direction),
        directionSchema.options,
      ),
    )
    .addOption(
      new Option(
        "--delivery <status...>",
        t(($) => $.cli.messages.recent.delivery),
      ).choices(deliverySchema.options),
    )
    .addOption(
      choiceOption(
        "--outcome <outcome...>",
        t(($) => $.cli.messages.recent.outcome),
        recentOutcomeSchema.options,
      ),
    )
    .option(
      "--since <time>",
      t(($) => $.cli.messages.recent.from),
    )
    .option(
      "--until <time>",
      t(($) => $.cli.messages.recent.until),
    )
    .option(
      "--limit <n>",
      t(($) => $.cli.messages.recent.limit),
      parseWhole(
        t(($) => $.cli.program.limitValue),
        1,
        500,
      ),
      100,
    )
    .option(
      "--cursor <cursor>",
      t(($) => $.cli.program.cursor),
    )
    .addHelpText("after", recentHelp)
    .action(async ({ since, until, delivery, outcome, ...query }: RecentOptions) => {
      const filters = {
        ...context.scope(),
        ...query,
        delivery: delivery === undefined ? undefined : [...delivery],
        outcome: outcome === undefined ? undefined : [...outcome],
        from: since === undefined ? undefined : parseInstant(since, "UTC"),
        // The contract includes the last millisecond; the option excludes it, as in every other command.
        until: until === undefined ? undefined : parseInstant(until, "UTC") - 1,
      };
      await context.withCore(async ({ client }, signal) => {
        const { items, oldest, newest, ...rest } = await client.sms.recent(filters, signal);
        if (context.globals().json) {
          const asOf = { oldest: iso(oldest) ?? null, newest: iso(newest) ?? null };
          printJson(context.terminal, { items: items.map(messageJson), ...rest, ...asOf });
          return;
        }
        const rows = items.map((item) => [item.endpoint, item.name ?? "", ...messageRow(item)]);
        if (rows.length > 0)
          context.terminal.out(
            formatTable([t(($) => $.cli.headings.endpoint), t(($) => $.cli.headings.name), ...header], rows, 80),
          );
        else if (rest.threads > 0) context.terminal.out(t(($) => $.cli.messages.thread.empty));
        const read = { count: rest.threads };
        context.terminal.out(
          rest.threads === 0
            ? t(($) => $.cli.messages.recent.neverRead)
            : oldest === undefined
              ? t(($) => $.cli.messages.recent.read, read)
              : t(($) => $.cli.messages.recent.readBetween, {
                  ...read,
                  from: iso(oldest) ?? "",
                  until: iso(newest) ?? "",
                }),
        );
        if (rest.nextCursor !== undefined)
          context.terminal.out(t(($) => $.cli.program.nextPage, { cursor: rest.nextCursor }));
      });
    });
}

function addMeasure(sms: Command, context: CliContext): void {
  sms
    .command("measure <text>")
    .description(t(($) => $.cli.messages.measure.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk sms measure 'It’s on'"] }))
    .action(async (text: string) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.sms.measure({ text }, signal);
        // An empty text is not sent, but the measurement counts at least one segment.
        const measure = text === "" ? { ...result, segments: 0 } : result;
        if (context.globals().json) {
          printJson(context.terminal, measure);
          return;
        }
        const { encoding, characters, segments, segmentsExact, units, left, offenders, replaced } = measure;
        if (text === "") {
          context.terminal.out(t(($) => $.cli.messages.measure.empty));
          return;
        }
        const unit = t(($) =>
          encoding === "gsm7" ? $.cli.messages.measure.septets : $.cli.messages.measure.utf16Units,
        );
        context.terminal.out(
          t(($) => $.cli.messages.measure.result, {
            count: characters,
            segments: formatSegments(segments, segmentsExact),
            encoding: encoding === "gsm7" ? "GSM-7" : "UCS-2",
            units,
            unit,
            left,
          }),
        );
        if (offenders.length > 0) {
          const rows = offenders.map(({ character, name, count, replacement }) => [
            character,
            name,
            String(count),
            replacement === undefined ? "" : formatJson(replacement),
          ]);
          const titles = [
            t(($) => $.cli.headings.notInGsm7),
            t(($) => $.cli.headings.name),
            t(($) => $.cli.headings.count),
            t(($) => $.cli.headings.replacement),
          ];
          context.terminal.out(formatTable(titles, rows, 80));
        }
        if (replaced !== undefined)
          context.terminal.out(t(($) => $.cli.messages.measure.replaced, { text: formatJson(replaced) }));
      });
    });
}

const header = [
  t(($) => $.cli.headings.id),
  t(($) => $.cli.headings.direction),
  t(($) => $.cli.headings.outcome),
  t(($) => $.cli.headings.delivery),
  t(($) => $.cli.headings.submitted),
  t(($) => $.cli.headings.from),
  t(($) => $.cli.headings.text),
];

function messageRow(message: Message): string[] {
  const { id, direction, owned, delivery, submittedAt, sourceAddress, payload } = message;
  const outcome =
    owned === undefined
      ? ""
      : isProvenNotSent(message)
        ? t(($) => $.cli.messages.list.notSent)
        : labelOf(owned.outcome);
  // A message that was not accepted has no delivery status.
  return [
    id,
    labelOf(direction),
    outcome,
    isProvenNotSent(message) ? "" : delivery,
    iso(submittedAt) ?? "",
    sourceAddress ?? "",
    payload ?? "",
  ];
}

/** The response was lost, and the message list of the endpoint proves that the service never accepted the message. */
function isProvenNotSent({ owned }: Message): boolean {
  return owned?.outcome === "unknown" && owned.code === "proven-not-sent";
}

function messageJson(message: Message): Readonly<Record<string, unknown>> {
  const proven = isProvenNotSent(message) ? { notSent: true } : {};
  const owned = message.owned && {
    ...message.owned,
    message: message.owned.message && formatText(message.owned.message),
  };
  return { ...message, owned, ...proven, submittedAt: iso(message.submittedAt), finalAt: iso(message.finalAt) };
}
