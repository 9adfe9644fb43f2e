/** sms list, get, cancel, reconcile: single SMS of one endpoint; `sms-send.ts` and `sms-threads.ts` add the rest of the group. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import type { Sms } from "#shared/contract/messages/sms.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { labelOf } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { formatJson, formatTable, iso, printJson } from "../../output.ts";
import { addSmsSend } from "./sms-send.ts";
import { addSmsThreadCommands } from "./sms-threads.ts";

export function addSmsCommands(program: Command, context: CliContext): void {
  const sms = program.command("sms").description(t(($) => $.cli.messages.summary));
  addSmsSend(sms, context);
  addReconcile(sms, context);
  addSmsThreadCommands(sms, context);

  sms
    .command("list <endpoint>")
    .description(t(($) => $.cli.messages.list.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk sms list 70001"] }))
    .action(async (endpoint: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { items, asOf } = await client.sms.list({ ...context.scope(), endpoint }, signal);
        if (context.globals().json) printJson(context.terminal, { items: items.map(smsJson), asOf: iso(asOf) });
        else {
          const rows = items.map((item) => [
            item.id,
            labelOf(item.direction),
            item.delivery,
            iso(item.submittedAt) ?? "",
            item.payload ?? "",
          ]);
          context.terminal.out(
            rows.length === 0
              ? t(($) => $.cli.messages.thread.empty)
              : formatTable(
                  [
                    t(($) => $.cli.headings.id),
                    t(($) => $.cli.headings.direction),
                    t(($) => $.cli.headings.delivery),
                    t(($) => $.cli.headings.submitted),
                    t(($) => $.cli.headings.text),
                  ],
                  rows,
                  80,
                ),
          );
        }
      });
    });

  sms
    .command("get <endpoint> <id>")
    .description(t(($) => $.cli.messages.show.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk sms get 70001 700123 --json"] }))
    .action(async (endpoint: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const message = await client.sms.get({ ...context.scope(), endpoint, id }, signal);
        if (context.globals().json) printJson(context.terminal, smsJson(message));
        else
          for (const [key, value] of Object.entries(message.record))
            context.terminal.out(`${key}: ${formatJson(value)}\n`);
      });
    });

  sms
    .command("cancel <endpoint> <id>")
    .description(t(($) => $.cli.messages.cancel.summary))
    .addHelpText("after", helpText({ examples: ["fleetdesk sms cancel 70001 700123"] }))
    .action(async (endpoint: string, id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const { json } = context.globals();
        const result = await client.sms.cancel({ ...context.scope(), endpoint, id }, signal).catch((error: unknown) => {
          if (json && isAppError(error, "cancel-unknown"))
            printJson(context.terminal, { cancelled: null, message: error.message });
          throw error;
        });
        const message = formatText(result.message);
        if (json) printJson(context.terminal, { ...result, message });
        else if (result.cancelled) context.terminal.out(`${message}\n`);
        if (!result.cancelled) throw new AppError("not-cancelled", result.message);
      });
    });
}

function addReconcile(sms: Command, context: CliContext): void {
  sms
    .command("reconcile <endpoint>")
    .description(t(($) => $.cli.messages.reconcile.summary))
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.messages.reconcile.help),
        examples: ["fleetdesk sms reconcile 70001"],
      }),
    )
    .action(async (endpoint: string) => {
      await context.withCore(async ({ client }, signal) => {
        const result = await client.sms.reconcile({ ...context.scope(), endpoint }, signal);
        const { accepted, notSent, unknown } = result;
        if (context.globals().json) printJson(context.terminal, result);
        else context.terminal.out(t(($) => $.cli.messages.reconcile.result, { accepted, notSent, unknown }));
        if (unknown > 0) context.endWith("unknown");
      });
    });
}

function smsJson(sms: Sms): Readonly<Record<string, unknown>> {
  return { ...sms, submittedAt: iso(sms.submittedAt), finalAt: iso(sms.finalAt) };
}
