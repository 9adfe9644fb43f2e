/** The group `draft`: drafts of campaigns, written in the window. */
import { outcomeDocument, type Field, formatFields, formatJson, iso, labelled } from "../../output.ts";
import { draftSchema, type Draft } from "#shared/contract/campaigns/drafts.ts";
import { defineCommand, defineList, parsedArgument } from "../../define-command.ts";
import { parseWhole } from "../../option-values.ts";
import { t } from "../../text.ts";

const parseId = parseWhole(($) => $.cli.campaigns.drafts.number, 1);
const args = { id: parsedArgument(($) => $.cli.campaigns.drafts.id, parseId) };

const list = defineList({
  path: "draft list",
  summary: t(($) => $.cli.campaigns.drafts.list),
  examples: ["fleetdesk draft list"],
  run: async ({ client, signal, scope }) => ({
    pages: (await client.drafts.list(scope, signal)).drafts,
    footer: (count) => (count === 0 ? t(($) => $.cli.campaigns.drafts.empty) : undefined),
  }),
  columns: {
    id: ({ id }) => String(id),
    name: ({ body }) => body.name,
    connection: ({ connection }) => connection,
    step: ({ step }) => step,
    campaign: ({ campaignId }) => campaignId,
    updatedAt: ({ updatedAt }) => iso(updatedAt),
  },
  id: ({ id }) => String(id),
  item: draftSchema,
});

const get = defineCommand({
  path: "draft get",
  summary: t(($) => $.cli.campaigns.drafts.show),
  args,
  examples: ["fleetdesk draft get 1 --json"],
  run: ({ client, signal, args: named }) => client.drafts.get(named, signal),
  json: draftSchema,
  render: describe,
});

const remove = defineCommand({
  path: "draft delete",
  summary: t(($) => $.cli.campaigns.drafts.remove),
  args,
  examples: ["fleetdesk draft delete 1"],
  run: async ({ client, signal, args: { id } }) => {
    await client.drafts.remove({ id }, signal);
    return { id: String(id), outcome: "deleted" };
  },
  json: outcomeDocument,
  render: ({ id }) => t(($) => $.cli.campaigns.drafts.removed, { id }),
});

function describe({ id, connection, step, campaignId, updatedAt, body }: Draft): string {
  const {
    name,
    from,
    text,
    audience = [],
    template: _template,
    invalidInput: _inputs,
    bindings: _bindings,
    ...rest
  } = body;
  return formatFields([
    ...labelled({ id: String(id), connection, step, campaign: campaignId, name, from, text }),
    ...audience.flatMap(({ op, source }) => labelled({ audience: `${op} ${summary(source)}` })),
    // Fields of the stored draft, named as in JSON.
    ...Object.entries(rest).map(([field, value]): Field => [field, formatJson(value)]),
    ...labelled({ changed: iso(updatedAt) }),
  ]);
}

/** A selection may have very many ids: only their number is printed. */
function summary(source: object): string {
  return "ids" in source && Array.isArray(source.ids)
    ? t(($) => $.common.endpointCount, { count: source.ids.length })
    : formatJson(source);
}

export const draftCommands = [list, get, remove];
