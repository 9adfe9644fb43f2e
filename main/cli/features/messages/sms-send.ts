/** sms send: one SMS to one endpoint, at most once. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import type { FleetClient } from "#shared/contract/index.ts";
import { parseVar } from "../campaigns/campaign-audience.ts";
import { parseMinutes } from "../campaigns/campaign-plan-waves.ts";
import { addConfirm, confirmInput, type ConfirmOption, withConfirmOption } from "../campaigns/confirm-option.ts";
import type { CliContext } from "../../context.ts";
import { namedEndpoint } from "../../named-endpoint.ts";
import { formatSegments } from "#shared/format.ts";
import { printJson } from "../../output.ts";
import { addTextOptions, requireText, templateHelp, type TextOptions, textFor, withTemplate } from "./template-text.ts";
import { cliError, usageError } from "../../usage-error.ts";

interface SendOptions extends TextOptions, ConfirmOption {
  readonly sender: string;
  readonly allowSuppressed?: boolean;
}

type Message = Parameters<FleetClient["sms"]["send"]>[0];
type Sent = Awaited<ReturnType<FleetClient["sms"]["send"]>>;

const help = helpText({
  text: [t(($) => $.cli.messages.send.help), templateHelp].join("\n\n"),
  examples: [
    "fleetdesk sms send 70001 --sender 4911 --text 'AT+RESET'",
    "fleetdesk sms send 70001 --sender 4911 --text STATUS --expect '^OK' --reply-within 30m",
    "fleetdesk sms send 70001 --sender 4911 --template resets/reboot --var pin=0000",
  ],
});

export function addSmsSend(sms: Command, context: CliContext): void {
  const send = sms
    .command("send <endpoint>")
    .description(t(($) => $.cli.messages.send.summary))
    .requiredOption(
      "--sender <number>",
      t(($) => $.cli.messages.send.sender),
    );
  addConfirm(
    addTextOptions(
      send,
      t(($) => $.cli.messages.send.textOption),
    ),
    t(($) => $.cli.messages.send.confirm),
  )
    .option(
      "--var <name=value>",
      t(($) => $.cli.messages.send.set),
      parseVar,
    )
    .option(
      "--expect <pattern>",
      t(($) => $.cli.messages.send.expect),
    )
    .option(
      "--allow-suppressed",
      t(($) => $.cli.messages.send.evenIfSuppressed),
    )
    .option(
      "--reply-within <time>",
      t(($) => $.cli.messages.send.replyWithin),
      parseMinutes,
    )
    .addHelpText("after", help)
    .action(async (nameOrId: string, options: SendOptions) => {
      requireText(options);
      if (options.template === undefined) requireOwnText(options);
      await context.withCore(async ({ client }, signal) => {
        const worded = await withTemplate(client, options, noColumns, signal);
        const expected = expectOf(worded);
        const endpoint = await namedEndpoint({ client, context }, nameOrId, signal);
        const to = { ...context.scope(), endpoint };
        const { sender, allowSuppressed = false, text: written = "" } = options;
        const text = options.template === undefined ? written : await textFor(client, worded, to, signal);
        const message = {
          ...to,
          from: sender,
          text,
          ...expected,
          evenIfSuppressed: allowSuppressed,
          ...confirmInput(options),
        };
        const result = await sendOnce(client, context, message, signal);
        printResult(context, result, endpoint);
      });
    });
}

/** Rejects options that require a template, and incomplete options of an expected reply. */
function requireOwnText({ var: values = [], ...options }: SendOptions): void {
  if (values.length > 0) throw usageError(t(($) => $.cli.messages.send.setNeedsTemplate));
  expectOf(options);
}

function expectOf({ expect: pattern, replyWithin }: TextOptions): Pick<Message, "expect"> {
  if (pattern === undefined) {
    if (replyWithin !== undefined) throw usageError(t(($) => $.cli.messages.send.replyNeedsExpect));
    return {};
  }
  return { expect: { pattern, withinMinutes: replyWithin } };
}

function noColumns(): Promise<readonly string[]> {
  return Promise.resolve([]);
}

/** After this time a notice explains the wait. */
const noticeAfterMs = 10_000;

async function sendOnce(
  client: FleetClient,
  context: CliContext,
  message: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const stop = context.clock.after(noticeAfterMs, () => {
    const times = t(($) => $.cli.messages.send.waitUnbounded);
    context.progress.printLine(t(($) => $.cli.messages.send.waiting, { limit: times }));
  });
  try {
    return await withConfirmOption(client.sms.send(message, signal));
  } finally {
    stop();
  }
}

function printResult(context: CliContext, result: Sent, endpoint: string): void {
  const { outcome, smsId, segments, segmentsExact, code } = result;
  const message = result.message && formatText(result.message);
  if (context.globals().json) printJson(context.terminal, { ...result, message });
  if (outcome === "accepted") {
    const id = smsId === undefined ? "" : t(($) => $.cli.messages.send.asSms, { id: smsId });
    const matched = code === "matched-by-text" ? t(($) => $.cli.messages.send.matchedByText) : "";
    const size = formatSegments(segments, segmentsExact);
    if (!context.globals().json)
      context.terminal.out(t(($) => $.cli.messages.send.accepted, { id, segments: size, matched }));
    return;
  }
  const why = code === undefined ? "" : ` (${code})`;
  if (outcome === "unknown") {
    const what = message ?? t(($) => $.cli.messages.send.outcomeUnknown);
    const hint = t(($) => $.cli.messages.send.checkFirst, { endpoint });
    throw cliError("unknown", `${what}${why} ${hint}`);
  }
  throw cliError("rejected", `${message ?? t(($) => $.cli.messages.send.rejected)}${why}`);
}
