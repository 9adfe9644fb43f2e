/** The group `template`: saved message texts. */
import { outcomeDocument } from "../../json-document.ts";
import { templates as contract, templateSchema, type Template } from "#shared/contract/messages/templates.ts";
import { formatText } from "#shared/texts/text.ts";
import {
  argument,
  choice,
  defineCommand,
  defineList,
  parsed,
  repeated,
  requiredText,
  text,
  textOr,
  withDefault,
} from "../../define-command.ts";
import { parseMinutes } from "../../option-values.ts";
import { escapeJson, type Field, formatFields, iso } from "../../output.ts";
import { readInputFile } from "../../terminal.ts";
import { t } from "../../text.ts";
import { badValue, usageError } from "../../usage-error.ts";
import { findTemplate, isSame } from "./template-options.ts";

const list = defineList({
  path: "template list",
  summary: t(($) => $.cli.messages.template.list),
  examples: ["fleetdesk template list"],
  run: async ({ client, signal }) => ({
    pages: (await client.templates.list({}, signal)).templates,
    footer: (count) => (count === 0 ? t(($) => $.cli.messages.template.empty) : undefined),
  }),
  columns: {
    id: [t(($) => $.cli.headings.id), ({ id }) => String(id)],
    folder: [t(($) => $.cli.headings.folder), ({ folder }) => folder],
    name: [t(($) => $.cli.headings.name), ({ name }) => name],
    text: [t(($) => $.cli.headings.text), (one) => one.text],
  },
  id: ({ id }) => String(id),
  item: templateSchema,
  widest: 60,
});

const get = defineCommand({
  path: "template get",
  summary: t(($) => $.cli.messages.template.show),
  args: { template: argument(t(($) => $.cli.program.argument.template)) },
  examples: ["fleetdesk template get resets/reboot"],
  run: ({ client, signal, args }) => findTemplate(client, args.template, signal),
  json: templateSchema,
  render: describe,
});

const remove = defineCommand({
  path: "template delete",
  summary: t(($) => $.cli.messages.template.remove),
  args: { template: argument(t(($) => $.cli.program.argument.template)) },
  examples: ["fleetdesk template delete resets/reboot"],
  run: async ({ client, signal, args }) => {
    const match = await findTemplate(client, args.template, signal);
    await client.templates.remove({ id: match.id }, signal);
    return match;
  },
  json: outcomeDocument,
  document: ({ id }) => ({ id: String(id), outcome: "deleted" }),
  render: ({ name }) => t(($) => $.cli.messages.template.removed, { name }),
});

interface Variable {
  readonly name: string;
  readonly description: string;
  readonly standard?: string;
}

const save = defineCommand({
  path: "template save",
  summary: t(($) => $.cli.messages.template.save),
  args: { name: argument(t(($) => $.cli.program.argument.templateName)) },
  options: {
    text: requiredText(
      "<text>",
      t(($) => $.cli.messages.template.text),
    ),
    folder: textOr(
      "",
      "<folder>",
      t(($) => $.cli.messages.template.folder),
    ),
    notes: textOr(
      "",
      "<notes>",
      t(($) => $.cli.messages.template.notes),
    ),
    expect: text(
      "<pattern>",
      t(($) => $.cli.messages.template.expect),
    ),
    replyWithin: parsed(
      "<time>",
      t(($) => $.cli.messages.template.within),
      parseMinutes,
    ),
    variable: repeated(
      "<description>",
      t(($) => $.cli.messages.template.variable),
      addVariable,
    ),
  },
  help: t(($) => $.cli.messages.template.saveHelp, { variable: "{{name}}", field: "{{endpoint.name}}" }),
  examples: [
    "fleetdesk template save reboot --folder resets --text 'REBOOT {{pin}}' --variable 'pin=0000: four digits'",
    "fleetdesk template save status --text 'STATUS' --expect '^OK' --reply-within 30m",
  ],
  prepare: ({ options: { expect, replyWithin } }) => {
    if (expect === undefined && replyWithin !== undefined)
      throw usageError(t(($) => $.cli.messages.template.withinNeedsExpect));
  },
  run: async ({ client, signal, args: { name }, options }) => {
    const { expect: pattern, replyWithin: withinMinutes = 60, variable: variables = [], ...body } = options;
    const { templates } = await client.templates.list({}, signal);
    const before = templates.find((one) => isSame(one.folder, body.folder) && isSame(one.name, name));
    const expect = pattern === undefined ? undefined : { pattern, withinMinutes };
    const saved = await client.templates.save({ ...body, name, variables, expect, id: before?.id }, signal);
    return { ...saved, isNew: before === undefined };
  },
  json: templateSchema,
  render: ({ name, isNew }) =>
    t(($) => (isNew ? $.cli.messages.template.saved : $.cli.messages.template.replaced), { name }),
});

const exportCommand = defineCommand({
  path: "template export",
  summary: t(($) => $.cli.messages.template.export),
  options: {
    out: text(
      "<file>",
      t(($) => $.cli.messages.template.out),
    ),
  },
  examples: ["fleetdesk template export --out templates.json"],
  out: ({ out }) => out,
  run: async ({ client, signal, options: { out }, context }) => {
    if (out !== undefined) return await client.templates.exportAs({}, signal);
    // The exported text is a JSON document itself.
    context.terminal.out(escapeJson((await client.templates.exportText({}, signal)).text));
    return undefined;
  },
  json: contract.operations.exportAs.output,
  render: (written, { options: { out = "" } }) =>
    written && t(($) => $.cli.messages.template.written, { count: written.count, file: written.file ?? out }),
});

const importCommand = defineCommand({
  path: "template import",
  summary: t(($) => $.cli.messages.template.import),
  args: { file: argument(t(($) => $.cli.program.argument.templateFile)) },
  options: {
    ifExists: withDefault(
      choice(
        "<action>",
        t(($) => $.cli.messages.template.existing),
        ["keep", "replace", "rename"],
      ),
      "keep",
    ),
  },
  help: t(($) => $.cli.messages.template.importHelp),
  examples: ["fleetdesk template import templates.json"],
  run: async ({ client, signal, args, options, context }) => {
    const input = await readInputFile(context.terminal, args.file, signal);
    return await client.templates.importText({ text: input, existing: options.ifExists }, signal);
  },
  json: contract.operations.importText.output,
  render: ({ added, replaced, unchanged }) =>
    t(($) => $.cli.messages.template.imported, { count: added, replaced, unchanged }),
  conclude: ({ problems }, { context }) => {
    if (problems.length === 0) return;
    for (const { entry, message } of problems)
      context.terminal.err(t(($) => $.cli.messages.template.entry, { entry, message: formatText(message) }));
    context.endWith("incomplete");
  },
});

function addVariable(text: string, before: Variable[] = []): Variable[] {
  const [, name = "", standard, description = ""] = /^([^=:]+)(?:=([^:]*))?(?::\s*(.*))?$/s.exec(text) ?? [];
  if (name.trim() === "") throw badValue(t(($) => $.cli.messages.template.badVariable));
  return [...before, { name: name.trim(), description, standard }];
}

function describe({ id, name, folder, text, variables, expect, notes, updatedAt }: Template): string {
  return formatFields([
    [t(($) => $.cli.labels.id), String(id)],
    [t(($) => $.cli.labels.name), name],
    [t(($) => $.cli.labels.folder), folder === "" ? undefined : folder],
    [t(($) => $.cli.labels.text), text],
    // In the syntax of --variable.
    ...variables.map((one): Field => [
      t(($) => $.cli.labels.variable),
      `${one.name}${one.standard === undefined ? "" : `=${one.standard}`}: ${one.description}`,
    ]),
    [
      t(($) => $.cli.labels.expectedReply),
      expect &&
        t(($) => $.cli.messages.template.expectedWithin, { pattern: expect.pattern, minutes: expect.withinMinutes }),
    ],
    [t(($) => $.cli.labels.notes), notes === "" ? undefined : notes],
    [t(($) => $.cli.labels.changed), iso(updatedAt)],
  ]);
}

export const templateCommands = [list, get, remove, save, exportCommand, importCommand];
