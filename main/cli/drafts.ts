/** draft list, show, remove: campaigns that are being written in the window. */
import type { Command } from "commander";
import type { Draft } from "#contract/drafts.ts";
import type { CliContext } from "./context.ts";
import { parseWhole } from "./option-values.ts";
import { formatJson, formatTable, iso, printJson } from "./output.ts";

const parseId = parseWhole("The number of a draft", 1, Number.MAX_SAFE_INTEGER);

export function addDraftCommands(program: Command, context: CliContext): void {
  const draft = program
    .command("draft")
    .description("campaigns that are being written in the window: list, show, remove");
  draft
    .command("list")
    .description("list the drafts, newest first")
    .addHelpText("after", "\nExample:\n  $ fleetdesk draft list")
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { drafts } = await client.drafts.list(context.scope(), signal);
        if (context.globals().json) printJson(context.terminal, { drafts: drafts.map(draftJson) });
        else if (drafts.length === 0) context.terminal.out("There is no draft.\n");
        else {
          const rows = drafts.map(({ id, body, connection, step, campaignId, updatedAt }) => [
            String(id),
            body.name ?? "",
            connection,
            step,
            campaignId ?? "",
            iso(updatedAt) ?? "",
          ]);
          context.terminal.out(formatTable(["ID", "NAME", "CONNECTION", "STEP", "CAMPAIGN", "CHANGED"], rows));
        }
      });
    });

  draft
    .command("show")
    .argument("<id>", "its number", parseId)
    .description("print a draft as far as it is written")
    .addHelpText("after", "\nExample:\n  $ fleetdesk draft show 1 --json")
    .action(async (id: number) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await client.drafts.get({ id }, signal);
        if (context.globals().json) printJson(context.terminal, draftJson(found));
        else context.terminal.out(describe(found));
      });
    });

  draft
    .command("remove")
    .argument("<id>", "its number", parseId)
    .description("forget a draft; the campaign it was frozen as stays")
    .addHelpText("after", "\nExample:\n  $ fleetdesk draft remove 1")
    .action(async (id: number) => {
      await context.withCore(async ({ client }, signal) => {
        await client.drafts.remove({ id }, signal);
        if (context.globals().json) printJson(context.terminal, { removed: id });
        else context.terminal.out(`Draft ${id} is gone.\n`);
      });
    });
}

function draftJson(draft: Draft): Readonly<Record<string, unknown>> {
  return { ...draft, createdAt: iso(draft.createdAt), updatedAt: iso(draft.updatedAt) };
}

function describe({ id, connection, step, campaignId, updatedAt, body }: Draft): string {
  const { name, from, text, audience = [], template: _template, typed: _typed, bindings: _bindings, ...rest } = body;
  const lines = [
    `id: ${id}`,
    `connection: ${connection}`,
    `step: ${step}`,
    ...(campaignId === undefined ? [] : [`campaign: ${campaignId}`]),
    ...(name === undefined ? [] : [`name: ${name}`]),
    ...(from === undefined ? [] : [`from: ${from}`]),
    ...(text === undefined ? [] : [`text: ${text}`]),
    ...audience.map(({ op, source }) => `audience: ${op} ${summary(source)}`),
    ...Object.entries(rest).map(([field, value]) => `${field}: ${formatJson(value)}`),
    `changed: ${iso(updatedAt) ?? ""}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Ids that were chosen one by one may be very many. */
function summary(source: object): string {
  return "ids" in source && Array.isArray(source.ids) ? `${source.ids.length} ids` : formatJson(source);
}
