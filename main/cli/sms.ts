/** sms send, reconcile, list, show, cancel, and what `sms-threads.ts` adds: single SMS of one endpoint. */
import type { Command } from "commander";
import type { Sms } from "#contract/sms.ts";
import { AppError, isAppError } from "../failure.ts";
import { parseMinutes } from "./campaign-plan-rings.ts";
import type { CliContext } from "./context.ts";
import { exitCodes } from "./exit-codes.ts";
import { namedEndpoint } from "./named-endpoint.ts";
import { formatCounted, formatTable, iso, printJson } from "./output.ts";
import { usageError } from "./usage-error.ts";
import { addSmsThreadCommands } from "./sms-threads.ts";

export function addSmsCommands(program: Command, context: CliContext): void {
  const sms = program
    .command("sms")
    .description("send, list, show and cancel single SMS; threads and an overview; measure a text");
  addSend(sms, context);
  addReconcile(sms, context);
  addSmsThreadCommands(sms, context);

  sms
    .command("list <endpoint>")
    .description("list the SMS of an endpoint as the service has them now")
    .addHelpText("after", "\nExample:\n  $ fleetdesk sms list 70001")
    .action(async (endpoint: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { items, asOf } = await client.sms.list({ ...context.scope(), endpoint }, signal);
        if (context.globals().json) printJson(context.terminal, { items: items.map(smsJson), asOf: iso(asOf) });
        else {
          const rows = items.map((item) => [
            item.id,
            item.direction,
            item.delivery,
            iso(item.submittedAt) ?? "",
            item.payload ?? "",
          ]);
          context.terminal.out(formatTable(["ID", "DIRECTION", "DELIVERY", "SUBMITTED", "TEXT"], rows, 80));
        }
      });
    });

  sms
    .command("show <endpoint> <id>")
    .description("show one SMS with every field the service has")
    .addHelpText("after", "\nExample:\n  $ fleetdesk sms show 70001 700123 --json")
    .action(async (endpoint: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await client.sms.get({ ...context.scope(), endpoint, id }, signal);
        if (context.globals().json) printJson(context.terminal, smsJson(found));
        else
          for (const [key, value] of Object.entries(found.record))
            context.terminal.out(`${key}: ${JSON.stringify(value)}\n`);
      });
    });

  sms
    .command("cancel <endpoint> <id>")
    .description("cancel an SMS that is still buffered")
    .addHelpText("after", "\nExample:\n  $ fleetdesk sms cancel 70001 700123")
    .action(async (endpoint: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.sms.cancel({ ...context.scope(), endpoint, id }, signal);
        if (context.globals().json) printJson(context.terminal, result);
        else if (result.cancelled) context.terminal.out(`${result.message}\n`);
        if (!result.cancelled) throw new AppError("not-cancelled", result.message);
      });
    });
}

interface SendOptions {
  readonly from: string;
  readonly text: string;
  readonly expect?: string;
  readonly replyWithin?: number;
  readonly evenIfSuppressed?: boolean;
}

/** The way to confirm belongs to who asked: here it is an option. */
function withFlag(error: unknown): unknown {
  if (!isAppError(error, "confirmation-needed")) return error;
  const { code, message, details = {} } = error;
  return new AppError(code, `${message} Send it all the same with --even-if-suppressed.`, { details });
}

/** Whoever waits longer is told what for. */
const saidAfterMs = 10_000;

function addSend(sms: Command, context: CliContext): void {
  sms
    .command("send <endpoint>")
    .description("send one SMS, at most once")
    .requiredOption("--from <number>", "source address")
    .requiredOption("--text <text>", "what to send")
    .option("--expect <pattern>", "the answer a device gives when all is well: an RE2 regular expression")
    .option("--even-if-suppressed", "also to an endpoint on the standing list of those who must not be sent to")
    .option("--reply-within <time>", "how long an answer may take (default: 1h)", parseMinutes)
    .addHelpText(
      "after",
      "\nENDPOINT is an id, or a name, ICCID, IMSI, MSISDN or IMEI of the local copy." +
        "\nAnswers and deliveries are asked for by the desktop app, and by: fleetdesk sms list ENDPOINT\n\nExamples:\n" +
        "  $ fleetdesk sms send 70001 --from 4911 --text 'AT+RESET'\n" +
        "  $ fleetdesk sms send 70001 --from 4911 --text STATUS --expect '^OK' --reply-within 30m",
    )
    .action(async (given: string, { from, text, expect: pattern, replyWithin, ...options }: SendOptions) => {
      if (replyWithin !== undefined && pattern === undefined) throw usageError("--reply-within goes with --expect.");
      const within = replyWithin === undefined ? {} : { withinMinutes: replyWithin };
      const expected = pattern === undefined ? {} : { expect: { pattern, ...within } };
      await context.withCore(async ({ client }, signal) => {
        const { evenIfSuppressed = false } = options;
        const endpoint = await namedEndpoint({ client, context }, given, signal);
        const message = { ...context.scope(), endpoint, from, text, ...expected, evenIfSuppressed };
        const result = await client.sms
          .send(message, signal)
          .catch((error: unknown) => Promise.reject(withFlag(error)))
          .finally(
            context.clock.after(saidAfterMs, () => {
              const times =
                "Its answer is waited for as long as the connection's time limit allows, then the SMS is looked up.";
              context.progress.say(
                `The service has not answered yet. ${times} Ctrl-C stops waiting; nothing is sent twice.`,
              );
            }),
          );
        if (context.globals().json) printJson(context.terminal, result);
        else if (result.outcome === "accepted") {
          const id = result.smsId === undefined ? "" : ` as SMS ${result.smsId}`;
          context.terminal.out(`Accepted${id}, ${formatCounted(result.segments, "segment")}.\n`);
        }
        if (result.outcome === "accepted") return;
        const plain =
          result.outcome === "unknown" ? "No answer told what came of the SMS." : "The service refused the SMS.";
        const said = result.message ?? plain;
        const sentence =
          result.outcome === "unknown"
            ? `${said} It may have been sent all the same; look before sending it again: fleetdesk sms list ${endpoint}`
            : said;
        context.terminal.err(`error: ${result.code ?? result.outcome}: ${sentence}\n`);
        context.setExitCode(exitCodes.incomplete);
      });
    });
}

function addReconcile(sms: Command, context: CliContext): void {
  sms
    .command("reconcile <endpoint>")
    .description("look up what became of single SMS whose answer was lost")
    .addHelpText(
      "after",
      "\nThe service's list of the endpoint is read; nothing is sent.\n\nExample:\n  $ fleetdesk sms reconcile 70001",
    )
    .action(async (endpoint: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await client.sms.reconcile({ ...context.scope(), endpoint }, signal);
        const { accepted, notSent, unknown } = found;
        if (context.globals().json) printJson(context.terminal, found);
        else context.terminal.out(`${accepted} accepted, ${notSent} proven not sent, ${unknown} still unknown\n`);
        if (unknown > 0) context.setExitCode(exitCodes.incomplete);
      });
    });
}

function smsJson(sms: Sms): Readonly<Record<string, unknown>> {
  return { ...sms, submittedAt: iso(sms.submittedAt), finalAt: iso(sms.finalAt) };
}
