/** callback list, show, create: API callbacks, which REST streams and service profiles deliver to. */
import type { Command } from "commander";
import { callbackSchema } from "#contract/stream-words.ts";
import { callbackListSchema, streams } from "#contract/streams.ts";
import type { CliContext } from "./context.ts";
import { formatTable, iso, printAnswer } from "./output.ts";
import { reportOutcome } from "./report-outcome.ts";
import { callbackRow, sourceText } from "./stream-text.ts";

export function addCallbackCommands(program: Command, context: CliContext): void {
  const callback = program.command("callback").description("API callbacks: list, show, create");
  addList(callback, context);
  addShow(callback, context);
  addCreate(callback, context);
}

function addList(callback: Command, context: CliContext): void {
  callback
    .command("list")
    .description("list the API callbacks that are known, with the data streams that are known to use them")
    .option("--refresh", "ask the service first; settles what is unknown")
    .addHelpText("after", "\nExample:\n  $ fleetdesk callback list --refresh")
    .action(async ({ refresh = false }: { readonly refresh?: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const list = await client.streams[refresh ? "refreshCallbacks" : "callbacks"](context.scope(), signal);
        if (context.globals().json) {
          printAnswer(context.terminal, callbackListSchema, list);
          return;
        }
        const { state, asOf, gap, items } = list;
        const { terminal } = context;
        const header = ["KEY", "ID", "URL", "PURPOSE", "STREAMS", "KNOWN FROM"];
        if (items.length > 0) terminal.out(formatTable(header, items.map(callbackRow), 80));
        else if (state === "read" && gap === undefined) terminal.out("There is no API callback.\n");
        else terminal.out("No API callback is known from this computer.\n");
        if (gap !== undefined) terminal.err(`warning: ${gap}\n`);
        if (state === "never") terminal.out("The service was never asked for its API callbacks; --refresh asks it.\n");
        if (state === "not-offered") terminal.out("This service has no list of API callbacks.\n");
        if (state === "read") terminal.out(`as of ${iso(asOf) ?? ""}\n`);
      });
    });
}

function addShow(callback: Command, context: CliContext): void {
  callback
    .command("show <id>")
    .description("ask the service for one API callback")
    .addHelpText("after", "\nExample:\n  $ fleetdesk callback show 21")
    .action(async (id: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await client.streams.readCallback({ ...context.scope(), id }, signal);
        if (context.globals().json) {
          printAnswer(context.terminal, callbackSchema, found);
          return;
        }
        const { url, purpose, organisation, createdAt, asOf, streams } = found;
        const lines: (readonly [string, string | undefined])[] = [
          ["id", found.id],
          ["url", url],
          ["purpose", purpose],
          ["organisation", organisation],
          ["created", iso(createdAt)],
          ["streams", streams.length === 0 ? "none known" : streams.join(", ")],
          ["known from", sourceText(found)],
          ["as of", iso(asOf)],
        ];
        for (const [name, value] of lines) context.terminal.out(`${name.padEnd(13)} ${value ?? "unknown"}\n`);
      });
    });
}

function addCreate(callback: Command, context: CliContext): void {
  callback
    .command("create <url>")
    .description("create an API callback; one with this URL and purpose is not created again")
    .option("--purpose <text>", "what it is used for", "")
    .option("--allow-same", "create it although one with this URL and purpose is there", false)
    .addHelpText(
      "after",
      "\nExit code 4 when the answer was lost, 5 when one with this URL and purpose exists or was sent already.\n\nExample:\n  $ fleetdesk callback create https://example.com/in --purpose 'fleet events'",
    )
    .action(async (url: string, { purpose, allowSame }: { purpose: string; allowSame: boolean }) => {
      await context.withCore(async ({ client }, signal) => {
        const wish = { ...context.scope(), url, purpose, allowSame };
        const answer = await client.streams.createCallback(wish, signal);
        reportOutcome(context, streams.operations.createCallback.output, answer);
      });
    });
}
