/** data usage and compact, settings export and import. */
import { data, type DataUsage, type Imported } from "#shared/contract/data.ts";
import { formatText } from "#shared/texts/text.ts";
import { argument, choice, defineCommand, flag, inputFile, withDefault } from "../../define-command.ts";
import { readInputFile } from "../../terminal.ts";
import { escapeJson, formatTable } from "../../output.ts";
import { t } from "../../text.ts";

const { usage, compact, importSettings } = data.operations;

const usageCommand = defineCommand({
  path: "data usage",
  summary: t(($) => $.cli.settings.data.usage),
  examples: ["fleetdesk data usage"],
  run: ({ client, signal }) => client.data.usage({}, signal),
  json: usage.output,
  render: describeUsage,
});

function describeUsage({ parts, reusableBytes, freeBytes }: DataUsage): string {
  const size = (count: number): string => t(($) => $.cli.settings.data.bytes, { count });
  const rows = [
    ...parts.map(({ part, bytes }) => [t(($) => $.settings.data.part[part]), size(bytes)]),
    [t(($) => $.settings.data.reusable), size(reusableBytes)],
    [t(($) => $.settings.data.free), size(freeBytes)],
  ];
  return formatTable(undefined, rows);
}

const compactCommand = defineCommand({
  path: "data compact",
  summary: t(($) => $.cli.settings.data.compact),
  help: t(($) => $.cli.settings.data.compactHelp),
  examples: ["fleetdesk data compact"],
  run: ({ client, signal }) => client.data.compact({}, signal),
  json: compact.output,
  render: (sizes) => t(($) => $.cli.settings.data.compacted, sizes),
});

const exportCommand = defineCommand({
  path: "settings export",
  summary: t(($) => $.cli.settings.file.export),
  examples: ["fleetdesk settings export > settings.json"],
  run: async ({ client, signal, context }) => {
    // The exported text is a JSON document itself.
    context.terminal.out(escapeJson((await client.data.exportSettings({}, signal)).text));
    return undefined;
  },
  json: data.operations.exportSettings.output,
});

const importCommand = defineCommand({
  path: "settings import",
  summary: t(($) => $.cli.settings.file.import),
  args: { file: inputFile(argument(($) => $.cli.program.argument.settingsFile)) },
  options: {
    ifExists: withDefault(
      choice("<action>", ($) => $.cli.settings.file.existing, ["keep", "replace"]),
      "keep",
    ),
    apply: flag(($) => $.cli.settings.file.apply),
  },
  help: t(($) => $.cli.settings.file.importHelp),
  examples: [
    "fleetdesk settings import settings.json",
    "fleetdesk settings import settings.json --if-exists replace --apply",
  ],
  run: async ({ client, signal, args: { file }, options: { ifExists: existing, apply }, context }) => {
    const text = await readInputFile(context.terminal, file, signal);
    return await client.data.importSettings({ text, existing, apply }, signal);
  },
  json: importSettings.output,
  render: ({ items, applied }) =>
    describeImport(items) + t(($) => (applied ? $.cli.settings.file.applied : $.cli.settings.file.notApplied)),
  conclude: ({ items }, { context }) => {
    if (items.some(({ action }) => action === "skip")) context.endWith("incomplete");
  },
});

function describeImport(items: readonly Imported[]): string {
  const columns = [
    t(($) => $.cli.headings.kind),
    t(($) => $.cli.headings.connection),
    t(($) => $.cli.headings.name),
    t(($) => $.cli.headings.action),
    t(($) => $.cli.headings.count),
    t(($) => $.cli.headings.reason),
  ];
  const rows = items.map(({ kind, connection = "", name = "", action, count, message }) => [
    t(($) => $.settings.data.kind[kind]),
    connection,
    name,
    t(($) => $.settings.data.action[action]),
    String(count),
    message === undefined ? "" : formatText(message),
  ]);
  return items.length === 0 ? "" : formatTable(columns, rows, 120);
}

export const dataCommands = [usageCommand, compactCommand, exportCommand, importCommand];
