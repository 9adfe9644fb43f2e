/** callback list, get, create: API callbacks, the targets of REST streams and service profiles. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Command } from "commander";
import { callbackSchema } from "#shared/contract/network/stream-schemas.ts";
import { callbackListSchema, streams } from "#shared/contract/network/streams.ts";
import type { CliContext } from "../../context.ts";
import { type Field, formatFields, formatTable, iso, printAnswer } from "../../output.ts";
import { reportOutcome } from "../../report-outcome.ts";
import { callbackRow, sourceText, streamsText } from "./stream-text.ts";

export function addCallbackCommands(program: Command, context: CliContext): void {
  const callback = program.command("callback").description(t(($) => $.cli.network.callbacks.summary));
  addList(callback, context);
  addShow(callback, context);
  addCreate(callback, context);
}

function addList(callback: Command, context: CliContext): void {
  callback
    .command("list")
    .description(t(($) => $.cli.network.callbacks.list))
    .option(
      "--refresh",
      t(($) => $.cli.network.refreshAndResolve),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk callback list --refresh"] }))
    .action(async ({ refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const list = await client.streams[refresh ? "refreshCallbacks" : "callbacks"](context.scope(), signal);
        if (context.globals().json) {
          printAnswer(context.terminal, callbackListSchema, list);
          return;
        }
        const { state, asOf, gap, items } = list;
        const { terminal } = context;
        const header = [
          t(($) => $.cli.headings.key),
          t(($) => $.cli.headings.id),
          t(($) => $.cli.headings.url),
          t(($) => $.cli.headings.purpose),
          t(($) => $.cli.headings.streams),
          t(($) => $.cli.headings.source),
        ];
        if (items.length > 0) terminal.out(formatTable(header, items.map(callbackRow), 80));
        else if (state === "read" && gap === undefined) terminal.out(t(($) => $.cli.network.callbacks.none));
        else terminal.out(t(($) => $.cli.network.callbacks.noneHere));
        if (gap !== undefined) terminal.err(t(($) => $.cli.program.warning, { warning: formatText(gap) }));
        if (state === "never") terminal.out(t(($) => $.cli.network.callbacks.neverRead));
        if (state === "not-offered") terminal.out(t(($) => $.cli.network.callbacks.notOffered));
        if (state === "read") terminal.out(t(($) => $.cli.program.asOf, { time: iso(asOf) ?? "" }));
      });
    });
}

function addShow(callback: Command, context: CliContext): void {
  callback
    .command("get <id>")
    .description(t(($) => $.cli.network.callbacks.show))
    .addHelpText("after", helpText({ examples: ["fleetdesk callback get 21"] }))
    .action(async (id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const record = await client.streams.readCallback({ ...context.scope(), id }, signal);
        if (context.globals().json) {
          printAnswer(context.terminal, callbackSchema, record);
          return;
        }
        const { url, purpose, organisation, createdAt, asOf, streams } = record;
        const fields: readonly Field[] = [
          [t(($) => $.cli.labels.id), record.id],
          [t(($) => $.cli.labels.url), url],
          [t(($) => $.cli.labels.purpose), purpose],
          [t(($) => $.cli.labels.organisation), organisation],
          [t(($) => $.cli.labels.created), iso(createdAt)],
          [t(($) => $.cli.labels.streams), streamsText(streams)],
          [t(($) => $.cli.labels.source), sourceText(record)],
          [t(($) => $.cli.labels.asOf), iso(asOf)],
        ];
        context.terminal.out(
          formatFields(fields.map(([label, value]) => [label, value ?? t(($) => $.cli.values.unknown)])),
        );
      });
    });
}

function addCreate(callback: Command, context: CliContext): void {
  callback
    .command("create <url>")
    .description(t(($) => $.cli.network.callbacks.create))
    .option(
      "--purpose <text>",
      t(($) => $.cli.network.callbacks.purpose),
      "",
    )
    .option(
      "--allow-duplicate",
      t(($) => $.cli.network.callbacks.allowSame),
      false,
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.network.callbacks.createHelp),
        examples: ["fleetdesk callback create https://example.com/in --purpose 'fleet events'"],
      }),
    )
    .action(async (url: string, { purpose, allowDuplicate }: { purpose: string; allowDuplicate: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const wish = { ...context.scope(), url, purpose, allowSame: allowDuplicate };
        const answer = await client.streams.createCallback(wish, signal);
        reportOutcome(context, streams.operations.createCallback.output, answer);
      });
    });
}
