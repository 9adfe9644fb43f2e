/** sms thread, recent, measure: messages as this computer knows them, and how a text goes over the air. */
import { type Command, Option } from "commander";
import { deliverySchema, type Delivery } from "#contract/campaign-words.ts";
import { directionSchema, type Message, recentOutcomeSchema, type RecentOutcome } from "#contract/sms.ts";
import type { CliContext } from "./context.ts";
import { parseInstant, parseWhole } from "./option-values.ts";
import { formatCounted, formatJson, formatSegments, formatTable, iso, printJson } from "./output.ts";

/** Adds them to the group of `sms`. */
export function addSmsThreadCommands(sms: Command, context: CliContext): void {
  sms
    .command("thread <endpoint>")
    .description("show the messages of an endpoint as this computer knows them, newest first")
    .option("--refresh", "ask the service first")
    .addHelpText("after", "\nExample:\n  $ fleetdesk sms thread 70001 --refresh")
    .action(async (endpoint: string, { refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const scope = { ...context.scope(), endpoint };
        if (refresh) await client.sms.list(scope, signal);
        const { items, open, asOf } = await client.sms.thread(scope, signal);
        if (context.globals().json) {
          printJson(context.terminal, { items: items.map(messageJson), open, asOf: iso(asOf) ?? null });
          return;
        }
        context.terminal.out(formatTable(header, items.map(messageRow), 80));
        context.terminal.out(
          asOf === undefined
            ? "The service was never asked for this endpoint's messages; --refresh asks it.\n"
            : `Read from the service at ${iso(asOf) ?? ""}.\n`,
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
  readonly from?: string;
  readonly until?: string;
  readonly limit: number;
  readonly cursor?: string;
}

const recentHelp = `
Nothing is asked of the service: shown is what was read or sent from this computer. Several values are separated by spaces.

Examples:
  $ fleetdesk sms recent --search battery
  $ fleetdesk sms recent --outcome unknown --json`;

function addRecent(sms: Command, context: CliContext): void {
  sms
    .command("recent")
    .description("show the messages of all endpoints as this computer knows them, newest first")
    .option("--search <text>", "in text, sender, endpoint or its name")
    .addOption(new Option("--direction <direction>", "sent to devices or received").choices(directionSchema.options))
    .addOption(new Option("--delivery <status...>", "only with this delivery status").choices(deliverySchema.options))
    .addOption(
      new Option("--outcome <outcome...>", "only messages of ours with this outcome").choices(
        recentOutcomeSchema.options,
      ),
    )
    .option("--from <time>", "not older than this")
    .option("--until <time>", "not newer than this")
    .option("--limit <n>", "so many", parseWhole("The limit", 1, 500), 100)
    .option("--cursor <cursor>", "go on where the page before ended")
    .addHelpText("after", recentHelp)
    .action(async ({ from, until, delivery, outcome, ...asked }: RecentOptions) => {
      const filters = {
        ...context.scope(),
        ...asked,
        ...(delivery === undefined ? {} : { delivery: [...delivery] }),
        ...(outcome === undefined ? {} : { outcome: [...outcome] }),
        ...(from === undefined ? {} : { from: parseInstant(from, "UTC") }),
        ...(until === undefined ? {} : { until: parseInstant(until, "UTC") }),
      };
      await context.withCore(async ({ client }, signal) => {
        const { items, oldest, newest, ...rest } = await client.sms.recent(filters, signal);
        if (context.globals().json) {
          const asOf = { oldest: iso(oldest) ?? null, newest: iso(newest) ?? null };
          printJson(context.terminal, { items: items.map(messageJson), ...rest, ...asOf });
          return;
        }
        const rows = items.map((item) => [item.endpoint, item.name ?? "", ...messageRow(item)]);
        context.terminal.out(formatTable(["ENDPOINT", "NAME", ...header], rows, 80));
        const lists = `${formatCounted(rest.threads, "list was", "lists were")} read`;
        const times = oldest === undefined ? "" : `, between ${iso(oldest) ?? ""} and ${iso(newest) ?? ""}`;
        context.terminal.out(`${lists}${times}.\n`);
        if (rest.nextCursor !== undefined) context.terminal.out(`There are more: --cursor ${rest.nextCursor}\n`);
      });
    });
}

function addMeasure(sms: Command, context: CliContext): void {
  sms
    .command("measure <text>")
    .description("count the characters and segments of a text, and name what makes it longer")
    .addHelpText("after", "\nExample:\n  $ fleetdesk sms measure 'It’s on'")
    .action(async (text: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await client.sms.measure({ text }, signal);
        // Of an empty text nothing is sent; the count of what a message takes at least would say otherwise.
        const measure = text === "" ? { ...found, segments: 0 } : found;
        if (context.globals().json) {
          printJson(context.terminal, measure);
          return;
        }
        const { encoding, characters, segments, segmentsExact, units, left, offenders, replaced } = measure;
        if (text === "") {
          context.terminal.out("0 characters, 0 segments: an empty text is not sent.\n");
          return;
        }
        const unit = encoding === "gsm7" ? "septets" : "UTF-16 units";
        context.terminal.out(
          `${formatCounted(characters, "character")}, ${formatSegments(segments, segmentsExact)} in ${encoding === "gsm7" ? "GSM-7" : "UCS-2"}; ` +
            `the last one holds ${units} ${unit} and takes ${left} more.\n`,
        );
        if (offenders.length > 0) {
          const rows = offenders.map(({ character, name, count, replacement }) => [
            character,
            name,
            String(count),
            replacement === undefined ? "" : formatJson(replacement),
          ]);
          context.terminal.out(formatTable(["NOT IN GSM-7", "NAME", "COUNT", "REPLACEMENT"], rows, 80));
        }
        if (replaced !== undefined) context.terminal.out(`With replacements: ${formatJson(replaced)}\n`);
      });
    });
}

const header = ["ID", "DIRECTION", "OUTCOME", "DELIVERY", "SUBMITTED", "FROM", "TEXT"];

function messageRow(message: Message): string[] {
  const { id, direction, owned, delivery, submittedAt, sourceAddress, payload } = message;
  const outcome = owned === undefined ? "" : isProvenNotSent(message) ? "not sent" : owned.outcome;
  // Of a message that was never taken there is no delivery.
  return [
    id,
    direction,
    outcome,
    isProvenNotSent(message) ? "" : delivery,
    iso(submittedAt) ?? "",
    sourceAddress ?? "",
    payload ?? "",
  ];
}

/** The answer was lost, and the endpoint's own list proves that the service never took it. */
function isProvenNotSent({ owned }: Message): boolean {
  return owned?.outcome === "unknown" && owned.code === "proven-not-sent";
}

function messageJson(message: Message): Readonly<Record<string, unknown>> {
  const proven = isProvenNotSent(message) ? { notSent: true } : {};
  return { ...message, ...proven, submittedAt: iso(message.submittedAt), finalAt: iso(message.finalAt) };
}
