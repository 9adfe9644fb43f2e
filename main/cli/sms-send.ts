/** sms send: one SMS to one endpoint, at most once. */
import type { Command } from "commander";
import type { FleetClient } from "#contract/index.ts";
import { AppError } from "../failure.ts";
import { parseSet } from "./campaign-audience.ts";
import { parseMinutes } from "./campaign-plan-rings.ts";
import { addConfirm, confirmInput, type ConfirmOption, withConfirmOption } from "./confirm-option.ts";
import type { CliContext } from "./context.ts";
import { namedEndpoint } from "./named-endpoint.ts";
import { formatSegments, printJson } from "./output.ts";
import { addTextOptions, requireText, templateHelp, type TextOptions, textFor, withTemplate } from "./template-text.ts";
import { usageError } from "./usage-error.ts";

interface SendOptions extends TextOptions, ConfirmOption {
  readonly from: string;
  readonly evenIfSuppressed?: boolean;
}

type Message = Parameters<FleetClient["sms"]["send"]>[0];
type Sent = Awaited<ReturnType<FleetClient["sms"]["send"]>>;

const help = `
ENDPOINT is an id, or a name, ICCID, IMSI, MSISDN or IMEI of the local copy.
Answers and deliveries are asked for by the desktop app, and by: fleetdesk sms list ENDPOINT
${templateHelp}

Examples:
  $ fleetdesk sms send 70001 --from 4911 --text 'AT+RESET'
  $ fleetdesk sms send 70001 --from 4911 --text STATUS --expect '^OK' --reply-within 30m
  $ fleetdesk sms send 70001 --from 4911 --template resets/reboot --set pin=0000`;

/** Adds it to the group of `sms`. */
export function addSmsSend(sms: Command, context: CliContext): void {
  const send = sms
    .command("send <endpoint>")
    .description("send one SMS, at most once")
    .requiredOption("--from <number>", "source address");
  addConfirm(addTextOptions(send, "what to send"), "send a text of exactly so many segments; needed above 10")
    .option("--set <name=value>", "a variable of the template; may be repeated", parseSet)
    .option("--expect <pattern>", "the answer a device gives when all is well: an RE2 regular expression")
    .option("--even-if-suppressed", "also to an endpoint on the standing list of those who must not be sent to")
    .option("--reply-within <time>", "how long an answer may take (default: 1h)", parseMinutes)
    .addHelpText("after", help)
    .action(async (given: string, options: SendOptions) => {
      requireText(options);
      if (options.template === undefined) requireOwnText(options);
      await context.withCore(async ({ client }, signal) => {
        const worded = await withTemplate(client, options, noColumns, signal);
        const expected = expectOf(worded);
        const endpoint = await namedEndpoint({ client, context }, given, signal);
        const to = { ...context.scope(), endpoint };
        const { from, evenIfSuppressed = false, text: written = "" } = options;
        const text = options.template === undefined ? written : await textFor(client, worded, to, signal);
        const message = { ...to, from, text, ...expected, evenIfSuppressed, ...confirmInput(options) };
        const result = await sendOnce(client, context, message, signal);
        sayResult(context, result, endpoint);
      });
    });
}

/** What goes with a template only, and what goes with an answer that is expected. */
function requireOwnText({ set = [], ...options }: SendOptions): void {
  if (set.length > 0) throw usageError("--set goes with --template: a text of --text is sent as it is.");
  expectOf(options);
}

function expectOf({ expect: pattern, replyWithin }: TextOptions): Pick<Message, "expect"> {
  if (pattern === undefined) {
    if (replyWithin !== undefined) throw usageError("--reply-within goes with --expect.");
    return {};
  }
  return { expect: { pattern, ...(replyWithin === undefined ? {} : { withinMinutes: replyWithin }) } };
}

function noColumns(): Promise<readonly string[]> {
  return Promise.resolve([]);
}

/** Whoever waits longer is told what for. */
const saidAfterMs = 10_000;

async function sendOnce(
  client: FleetClient,
  context: CliContext,
  message: Message,
  signal: AbortSignal,
): Promise<Sent> {
  const stop = context.clock.after(saidAfterMs, () => {
    const times = "Its answer is waited for as long as the connection's time limit allows, then the SMS is looked up.";
    context.progress.say(`The service has not answered yet. ${times} Ctrl-C stops waiting; nothing is sent twice.`);
  });
  try {
    return await withConfirmOption(client.sms.send(message, signal));
  } finally {
    stop();
  }
}

function sayResult(context: CliContext, result: Sent, endpoint: string): void {
  const { outcome, smsId, segments, segmentsExact, code, message } = result;
  if (context.globals().json) printJson(context.terminal, result);
  if (outcome === "accepted") {
    const id = smsId === undefined ? "" : ` as SMS ${smsId}`;
    const matched = code === "matched-by-text" ? " The answer was lost; the SMS list has this text." : "";
    const size = formatSegments(segments, segmentsExact);
    if (!context.globals().json) context.terminal.out(`Accepted${id}, ${size}.${matched}\n`);
    return;
  }
  const why = code === undefined ? "" : ` (${code})`;
  if (outcome === "unknown") {
    const what = message ?? "The service did not say what became of the SMS.";
    const hint = `It may have been sent; check before sending it again: fleetdesk sms list ${endpoint}`;
    throw new AppError("unknown", `${what}${why} ${hint}`);
  }
  throw new AppError("rejected", `${message ?? "The service rejected the SMS."}${why}`);
}
