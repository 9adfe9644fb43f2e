/** The group `sms`: single SMS of one endpoint, cached conversations, and the segments of a text. */
import { z } from "zod";
import { codedTextSchema } from "#shared/contract/kit.ts";
import { deliverySchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  directionSchema,
  messageSchema,
  type Message,
  recentOutcomeSchema,
  sms as contract,
  smsSchema,
} from "#shared/contract/messages/sms.ts";
import { formatSegments } from "#shared/format.ts";
import { formatText } from "#shared/texts/text.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { labelOf, parseMinutes, cliError, usageError } from "../../option-values.ts";
import { confirmOption, withConfirmOption } from "../../confirm-option.ts";
import {
  argument,
  choice,
  choices,
  defineCommand,
  defineList,
  flag,
  limit,
  moment,
  repeated,
  text,
  parsed,
} from "../../define-command.ts";
import { type Columns, formatFields, formatItems, formatJson, iso } from "../../output.ts";
import { t } from "../../text.ts";
import { parseVar } from "../campaigns/audience.ts";
import { fieldsOfRecord } from "../fleet/record-lines.ts";
import { namedEndpoint } from "../fleet/audiences.ts";
import { senderOf, senderOption } from "./sender-option.ts";
import { requireText, templateHelp, type TextOptions, textFor, textOptions, withTemplate } from "./templates.ts";

const send = defineCommand({
  path: "sms send",
  summary: t(($) => $.cli.messages.send.summary),
  args: { endpoint: argument(($) => $.cli.program.argument.anyEndpoint) },
  options: {
    sender: senderOption,
    ...textOptions(($) => $.cli.messages.send.textOption),
    confirm: confirmOption(($) => $.cli.messages.send.confirm),
    var: repeated("<name=value>", ($) => $.cli.messages.send.var, parseVar),
    expect: text("<pattern>", ($) => $.cli.messages.send.expect),
    replyWithin: parsed("<time>", ($) => $.cli.messages.send.replyWithin, parseMinutes),
    allowSuppressed: flag(($) => $.cli.messages.send.allowSuppressed),
  },
  help: [t(($) => $.cli.messages.send.help), templateHelp].join("\n\n"),
  examples: [
    "fleetdesk sms send 70001 --sender 4911 --text 'AT+RESET'",
    "fleetdesk sms send 70001 --sender 4911 --text STATUS --expect '^OK' --reply-within 30m",
    "fleetdesk sms send 70001 --sender 4911 --template resets/reboot --var pin=0000",
  ],
  prepare: ({ options }) => {
    requireText(options);
    if (options.template !== undefined) return;
    if ((options.var ?? []).length > 0) throw usageError(t(($) => $.cli.messages.send.varNeedsTemplate));
    expectOf(options);
  },
  run: async (call) => {
    const { client, signal, scope, options, args, context } = call;
    const worded = await withTemplate(client, options, signal);
    const expect = expectOf(worded);
    const endpoint = await namedEndpoint(call, args.endpoint, signal);
    const to = { ...scope, endpoint };
    const body = options.template === undefined ? (options.text ?? "") : await textFor(client, worded, to, signal);
    const { allowSuppressed, confirm } = options;
    const from = await senderOf(call, options.sender);
    const message = { ...to, from, text: body, expect, evenIfSuppressed: allowSuppressed, confirm };
    const stop = context.clock.after(noticeAfterMs, () => {
      const times = t(($) => $.cli.messages.send.waitUnbounded);
      context.progress.printLine(t(($) => $.cli.messages.send.waiting, { limit: times }));
    });
    try {
      return { ...(await withConfirmOption(client.sms.send(message, signal))), endpoint };
    } finally {
      stop();
    }
  },
  json: contract.operations.send.output.extend({ endpoint: z.string() }),
  render: ({ outcome, smsId, segments, segmentsExact, code }) => {
    if (outcome !== "accepted") return undefined;
    const id = smsId === undefined ? "" : t(($) => $.cli.messages.send.asSms, { id: smsId });
    const matched = code === "matched-by-text" ? t(($) => $.cli.messages.send.matchedByText) : "";
    return t(($) => $.cli.messages.send.accepted, { id, segments: formatSegments(segments, segmentsExact), matched });
  },
  conclude: ({ outcome, code, message, endpoint }) => {
    if (outcome === "accepted") return;
    const codeSuffix = code === undefined ? "" : ` (${code})`;
    const text = message && formatText(message);
    if (outcome === "refused")
      throw cliError("rejected", `${text ?? t(($) => $.cli.messages.send.rejected)}${codeSuffix}`);
    const hint = t(($) => $.cli.messages.send.checkFirst, { endpoint });
    throw cliError("unknown", `${text ?? t(($) => $.cli.messages.send.outcomeUnknown)}${codeSuffix} ${hint}`);
  },
});

/** After this time a notice explains the wait. */
const noticeAfterMs = 10_000;

/** Throws `invalid-usage` for incomplete options of an expected reply. */
function expectOf({
  expect: pattern,
  replyWithin,
}: TextOptions): { pattern: string; withinMinutes?: number } | undefined {
  if (pattern !== undefined) return { pattern, withinMinutes: replyWithin };
  if (replyWithin !== undefined) throw usageError(t(($) => $.cli.messages.send.replyWithinNeedsExpect));
  return undefined;
}

const reconcile = defineCommand({
  path: "sms reconcile",
  summary: t(($) => $.cli.messages.reconcile.summary),
  args: { endpoint: argument(($) => $.cli.program.argument.endpoint) },
  help: t(($) => $.cli.messages.reconcile.help),
  examples: ["fleetdesk sms reconcile 70001"],
  run: ({ client, signal, scope, args }) => client.sms.reconcile({ ...scope, ...args }, signal),
  json: contract.operations.reconcile.output,
  render: (counts) => t(($) => $.cli.messages.reconcile.result, counts),
  conclude: ({ unknown }, { context }) => {
    if (unknown > 0) context.endWith("unknown");
  },
});

const list = defineList({
  path: "sms list",
  summary: t(($) => $.cli.messages.list.summary),
  args: { endpoint: argument(($) => $.cli.program.argument.endpoint) },
  examples: ["fleetdesk sms list 70001"],
  run: async ({ client, signal, scope, args }) => {
    const { items, asOf } = await client.sms.list({ ...scope, ...args }, signal);
    return {
      pages: items,
      rest: () => ({ asOf }),
      footer: (count) => (count === 0 ? t(($) => $.cli.messages.thread.empty) : undefined),
    };
  },
  columns: {
    id: ({ id }) => id,
    direction: ({ direction }) => labelOf(direction),
    delivery: ({ delivery }) => delivery,
    submittedAt: ({ submittedAt }) => iso(submittedAt),
    text: ({ payload }) => payload,
  },
  id: ({ id }) => id,
  item: smsSchema,
  envelope: contract.operations.list.output.pick({ asOf: true }),
  widest: 80,
});

const get = defineCommand({
  path: "sms get",
  summary: t(($) => $.cli.messages.get.summary),
  args: {
    endpoint: argument(($) => $.cli.program.argument.endpoint),
    id: argument(($) => $.cli.program.argument.sms),
  },
  examples: ["fleetdesk sms get 70001 20000001 --json"],
  run: ({ client, signal, scope, args }) => client.sms.get({ ...scope, ...args }, signal),
  json: smsSchema,
  render: ({ record }) => formatFields(fieldsOfRecord(record)),
});

const cancel = defineCommand({
  path: "sms cancel",
  summary: t(($) => $.cli.messages.cancel.summary),
  args: {
    endpoint: argument(($) => $.cli.program.argument.endpoint),
    id: argument(($) => $.cli.program.argument.sms),
  },
  examples: ["fleetdesk sms cancel 70001 20000001"],
  // The document also says that the outcome is unknown.
  run: async ({ client, signal, scope, args }) => {
    try {
      const result = await client.sms.cancel({ ...scope, ...args }, signal);
      const { cancelled, ...rest } = result;
      if (cancelled) return { outcome: "cancelled", ...rest };
      return { outcome: "not-cancelled", ...rest, failure: new AppError("not-cancelled", rest.message) };
    } catch (failure) {
      if (!isAppError(failure, "cancel-unknown")) throw failure;
      return { outcome: "unknown", message: failure.text, failure };
    }
  },
  json: z.object({
    outcome: z.enum(["cancelled", "not-cancelled", "unknown"]),
    delivery: deliverySchema.optional(),
    message: codedTextSchema,
  }),
  render: ({ failure, message }) => (failure === undefined ? `${formatText(message)}\n` : undefined),
  conclude: ({ failure }) => {
    if (failure !== undefined) throw failure;
  },
});

const messageColumns = {
  id: ({ id }) => id,
  direction: ({ direction }) => labelOf(direction),
  outcome: outcomeOf,
  // A message that was not accepted has no delivery status.
  delivery: (one) => (isProvenNotSent(one) ? "" : one.delivery),
  submittedAt: ({ submittedAt }) => iso(submittedAt),
  from: ({ sourceAddress }) => sourceAddress,
  text: ({ payload }) => payload,
} satisfies Columns<Message>;

function outcomeOf(message: Message): string | undefined {
  if (isProvenNotSent(message)) return t(($) => $.cli.messages.list.notSent);
  return message.owned && labelOf(message.owned.outcome);
}

/** The response was lost, and the message list of the endpoint proves that the service never accepted the message. */
function isProvenNotSent({ owned }: Message): boolean {
  return owned?.outcome === "unknown" && owned.code === "proven-not-sent";
}

const messageItemSchema = messageSchema.extend({ notSent: z.literal(true).optional() });

function toMessageItem(message: Message): object {
  return isProvenNotSent(message) ? { ...message, notSent: true } : message;
}

const thread = defineList({
  path: "sms thread",
  summary: t(($) => $.cli.messages.thread.summary),
  args: { endpoint: argument(($) => $.cli.program.argument.endpoint) },
  options: { refresh: flag(($) => $.cli.messages.thread.refresh) },
  examples: ["fleetdesk sms thread 70001 --refresh"],
  run: async ({ client, signal, scope, args, options: { refresh } }) => {
    const of = { ...scope, ...args };
    if (refresh) await client.sms.list(of, signal);
    const { items, open, asOf } = await client.sms.thread(of, signal);
    const empty = t(($) => $.cli.messages.thread.empty);
    return {
      pages: items,
      rest: () => ({ open, asOf }),
      footer: (count) =>
        asOf === undefined
          ? t(($) => $.cli.messages.thread.neverRead)
          : `${count === 0 ? empty : ""}${t(($) => $.cli.messages.thread.readAt, { time: iso(asOf) })}`,
    };
  },
  columns: messageColumns,
  id: ({ id }) => id,
  item: messageItemSchema,
  toItem: toMessageItem,
  envelope: contract.operations.thread.output.omit({ items: true }),
  widest: 80,
});

const recent = defineList({
  path: "sms recent",
  summary: t(($) => $.cli.messages.recent.summary),
  options: {
    search: text("<text>", ($) => $.cli.messages.recent.search),
    direction: choice("<direction>", ($) => $.cli.messages.recent.direction, directionSchema.options),
    delivery: choices("<status...>", ($) => $.cli.messages.recent.delivery, deliverySchema.options),
    outcome: choices("<outcome...>", ($) => $.cli.messages.recent.outcome, recentOutcomeSchema.options),
    since: moment(($) => $.cli.messages.recent.since),
    until: moment(($) => $.cli.messages.recent.until),
    limit: limit(($) => $.cli.messages.recent.limit, 500, 100),
    cursor: text("<cursor>", ($) => $.cli.program.cursor),
  },
  help: t(($) => $.cli.messages.recent.help),
  examples: ["fleetdesk sms recent --search battery --since 2h", "fleetdesk sms recent --outcome unknown --json"],
  run: async ({ client, signal, scope, options: { since, until, search, direction, delivery, outcome, ...page } }) => {
    // The contract includes the last millisecond; the option excludes it, as in every other command.
    const span = { from: since, until: until === undefined ? undefined : until - 1 };
    const query = { ...scope, search, direction, delivery, outcome, ...span, limit: page.limit, cursor: page.cursor };
    const { items, oldest, newest, nextCursor: cursor, threads } = await client.sms.recent(query, signal);
    return {
      pages: items,
      total: (count) => (page.cursor === undefined && cursor === undefined ? count : undefined),
      rest: () => ({ nextCursor: cursor, threads, oldest, newest }),
      footer: (count) =>
        [
          count === 0 && threads > 0 ? t(($) => $.cli.messages.thread.empty) : "",
          threads === 0
            ? t(($) => $.cli.messages.recent.neverRead)
            : oldest === undefined
              ? t(($) => $.cli.messages.recent.read, { count: threads })
              : t(($) => $.cli.messages.recent.readBetween, {
                  count: threads,
                  from: iso(oldest),
                  until: iso(newest) ?? "",
                }),
          cursor === undefined ? "" : t(($) => $.cli.program.nextPage, { cursor }),
        ].join(""),
    };
  },
  columns: {
    endpoint: ({ endpoint }) => endpoint,
    name: ({ name }) => name,
    ...messageColumns,
  },
  id: ({ id }) => id,
  item: messageItemSchema,
  toItem: toMessageItem,
  envelope: contract.operations.recent.output.omit({ items: true }),
  widest: 80,
});

const measure = defineCommand({
  path: "sms measure",
  summary: t(($) => $.cli.messages.measure.summary),
  args: { text: argument(($) => $.cli.program.argument.measuredText) },
  examples: ["fleetdesk sms measure 'It’s on'"],
  run: async ({ client, signal, args }) => {
    const result = await client.sms.measure(args, signal);
    // An empty text is not sent, but the measurement counts at least one segment.
    return args.text === "" ? { ...result, segments: 0 } : result;
  },
  json: contract.operations.measure.output,
  render: ({ encoding, characters, segments, segmentsExact, units, left, offenders, replaced }, { args }) => {
    if (args.text === "") return t(($) => $.cli.messages.measure.empty);
    const isGsm7 = encoding === "gsm7";
    const unit = t(($) => (isGsm7 ? $.cli.messages.measure.septets : $.cli.messages.measure.utf16Units));
    const size = {
      count: characters,
      segments: formatSegments(segments, segmentsExact),
      encoding: isGsm7 ? "GSM-7" : "UCS-2",
      units,
      unit,
      left,
    };
    const columns: Columns<(typeof offenders)[number]> = {
      notInGsm7: ({ character }) => character,
      name: ({ name }) => name,
      count: ({ count }) => String(count),
      replacement: ({ replacement }) => (replacement === undefined ? "" : formatJson(replacement)),
    };
    return [
      t(($) => $.cli.messages.measure.result, size),
      formatItems(columns, offenders, 80),
      replaced === undefined ? "" : t(($) => $.cli.messages.measure.replaced, { text: formatJson(replaced) }),
    ].join("");
  },
});

export const smsCommands = [send, reconcile, thread, recent, measure, list, get, cancel];
