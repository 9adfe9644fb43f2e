/** draft list, get, delete: drafts of campaigns, written in the window. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import type { Command } from "commander";
import type { Draft } from "#shared/contract/campaigns/drafts.ts";
import type { CliContext } from "../../context.ts";
import { parseWhole } from "../../option-values.ts";
import { type Field, formatFields, formatJson, formatTable, iso, printJson } from "../../output.ts";

const parseId = parseWhole(
  t(($) => $.cli.campaigns.drafts.number),
  1,
  Number.MAX_SAFE_INTEGER,
);

export function addDraftCommands(program: Command, context: CliContext): void {
  const draft = program.command("draft").description(t(($) => $.cli.campaigns.drafts.summary));
  draft
    .command("list")
    .description(t(($) => $.cli.campaigns.drafts.list))
    .addHelpText("after", helpText({ examples: ["fleetdesk draft list"] }))
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { drafts } = await client.drafts.list(context.scope(), signal);
        if (context.globals().json) printJson(context.terminal, { drafts: drafts.map(draftJson) });
        else if (drafts.length === 0) context.terminal.out(t(($) => $.cli.campaigns.drafts.empty));
        else {
          const rows = drafts.map(({ id, body, connection, step, campaignId, updatedAt }) => [
            String(id),
            body.name ?? "",
            connection,
            step,
            campaignId ?? "",
            iso(updatedAt) ?? "",
          ]);
          context.terminal.out(
            formatTable(
              [
                t(($) => $.cli.headings.id),
                t(($) => $.cli.headings.name),
                t(($) => $.cli.headings.connection),
                t(($) => $.cli.headings.step),
                t(($) => $.cli.headings.campaign),
                t(($) => $.cli.headings.changed),
              ],
              rows,
            ),
          );
        }
      });
    });

  draft
    .command("get")
    .argument(
      "<id>",
      t(($) => $.cli.campaigns.drafts.id),
      parseId,
    )
    .description(t(($) => $.cli.campaigns.drafts.show))
    .addHelpText("after", helpText({ examples: ["fleetdesk draft get 1 --json"] }))
    .action(async (id: number) => {
      await context.withCore(async ({ client }, signal) => {
        const record = await client.drafts.get({ id }, signal);
        if (context.globals().json) printJson(context.terminal, draftJson(record));
        else context.terminal.out(describe(record));
      });
    });

  draft
    .command("delete")
    .argument(
      "<id>",
      t(($) => $.cli.campaigns.drafts.id),
      parseId,
    )
    .description(t(($) => $.cli.campaigns.drafts.remove))
    .addHelpText("after", helpText({ examples: ["fleetdesk draft delete 1"] }))
    .action(async (id: number) => {
      await context.withCore(async ({ client }, signal) => {
        await client.drafts.remove({ id }, signal);
        if (context.globals().json) printJson(context.terminal, { removed: id });
        else context.terminal.out(t(($) => $.cli.campaigns.drafts.removed, { id }));
      });
    });
}

function draftJson(draft: Draft): Readonly<Record<string, unknown>> {
  return { ...draft, createdAt: iso(draft.createdAt), updatedAt: iso(draft.updatedAt) };
}

function describe({ id, connection, step, campaignId, updatedAt, body }: Draft): string {
  const { name, from, text, audience = [], template: _template, typed: _inputs, bindings: _bindings, ...rest } = body;
  return formatFields([
    [t(($) => $.cli.labels.id), String(id)],
    [t(($) => $.cli.labels.connection), connection],
    [t(($) => $.cli.labels.step), step],
    [t(($) => $.cli.labels.campaign), campaignId],
    [t(($) => $.cli.labels.name), name],
    [t(($) => $.cli.labels.from), from],
    [t(($) => $.cli.labels.text), text],
    ...audience.map(({ op, source }): Field => [t(($) => $.cli.labels.audience), `${op} ${summary(source)}`]),
    // Fields of the stored draft, named as in JSON.
    ...Object.entries(rest).map(([field, value]): Field => [field, formatJson(value)]),
    [t(($) => $.cli.labels.changed), iso(updatedAt)],
  ]);
}

/** A selection may have very many ids: only their number is printed. */
function summary(source: object): string {
  return "ids" in source && Array.isArray(source.ids)
    ? t(($) => $.common.endpointCount, { count: source.ids.length })
    : formatJson(source);
}
