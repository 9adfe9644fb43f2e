/** template list, get, save, delete, export, import: saved message texts. */
import { t } from "../../text.ts";
import { helpText } from "../../help-text.ts";
import { formatText } from "#shared/texts/text.ts";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Template } from "#shared/contract/messages/templates.ts";
import { detectEncoding, readText } from "../../../core/files/text-file.ts";
import { parseMinutes } from "../campaigns/campaign-plan-waves.ts";
import type { CliContext } from "../../context.ts";
import { findTemplate, isSame } from "./find-template.ts";
import { escapeJson, type Field, formatFields, formatTable, iso, printJson } from "../../output.ts";
import { badValue, usageError } from "../../usage-error.ts";

export function addTemplateCommands(program: Command, context: CliContext): void {
  const template = program.command("template").description(t(($) => $.cli.messages.template.summary));
  template
    .command("list")
    .description(t(($) => $.cli.messages.template.list))
    .addHelpText("after", helpText({ examples: ["fleetdesk template list"] }))
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { templates } = await client.templates.list({}, signal);
        if (context.globals().json) printJson(context.terminal, { templates: templates.map(templateJson) });
        else if (templates.length === 0) context.terminal.out(t(($) => $.cli.messages.template.empty));
        else {
          const rows = templates.map(({ id, folder, name, text }) => [String(id), folder, name, text]);
          context.terminal.out(
            formatTable(
              [
                t(($) => $.cli.headings.id),
                t(($) => $.cli.headings.folder),
                t(($) => $.cli.headings.name),
                t(($) => $.cli.headings.text),
              ],
              rows,
              60,
            ),
          );
        }
      });
    });
  template
    .command("get <template>")
    .description(t(($) => $.cli.messages.template.show))
    .addHelpText("after", helpText({ examples: ["fleetdesk template get resets/reboot"] }))
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const match = await findTemplate(client, named, signal);
        if (context.globals().json) printJson(context.terminal, templateJson(match));
        else context.terminal.out(describe(match));
      });
    });
  template
    .command("delete <template>")
    .description(t(($) => $.cli.messages.template.remove))
    .addHelpText("after", helpText({ examples: ["fleetdesk template delete resets/reboot"] }))
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const match = await findTemplate(client, named, signal);
        await client.templates.remove({ id: match.id }, signal);
        if (context.globals().json) printJson(context.terminal, { removed: match.id });
        else context.terminal.out(t(($) => $.cli.messages.template.removed, { name: match.name }));
      });
    });
  addSave(template, context);
  addExport(template, context);
  addImport(template, context);
}

interface SaveOptions {
  readonly text: string;
  readonly folder: string;
  readonly notes: string;
  readonly expect?: string;
  readonly replyWithin?: number;
  readonly variable: readonly { readonly name: string; readonly description: string; readonly standard?: string }[];
}

const saveHelp = helpText({
  text: t(($) => $.cli.messages.template.saveHelp, { variable: "{{name}}", field: "{{endpoint.name}}" }),
  examples: [
    "fleetdesk template save reboot --folder resets --text 'REBOOT {{pin}}' --variable 'pin=0000: four digits'",
    "fleetdesk template save status --text 'STATUS' --expect '^OK' --reply-within 30m",
  ],
});

function addSave(template: Command, context: CliContext): void {
  template
    .command("save <name>")
    .description(t(($) => $.cli.messages.template.save))
    .requiredOption(
      "--text <text>",
      t(($) => $.cli.messages.template.text),
    )
    .option(
      "--folder <folder>",
      t(($) => $.cli.messages.template.folder),
      "",
    )
    .option(
      "--notes <notes>",
      t(($) => $.cli.messages.template.notes),
      "",
    )
    .option(
      "--expect <pattern>",
      t(($) => $.cli.messages.template.expect),
    )
    .option(
      "--reply-within <time>",
      t(($) => $.cli.messages.template.within),
      parseMinutes,
    )
    .option(
      "--variable <description>",
      t(($) => $.cli.messages.template.variable),
      addVariable,
      [],
    )
    .addHelpText("after", saveHelp)
    .action(async (name: string, { expect, replyWithin, variable, ...body }: SaveOptions) => {
      if (expect === undefined && replyWithin !== undefined)
        throw usageError(t(($) => $.cli.messages.template.withinNeedsExpect));
      await context.withCore(async ({ client }, signal) => {
        const { templates } = await client.templates.list({}, signal);
        const before = templates.find((one) => isSame(one.folder, body.folder) && isSame(one.name, name));
        const expected = expect === undefined ? undefined : { pattern: expect, withinMinutes: replyWithin ?? 60 };
        const saved = await client.templates.save(
          {
            ...body,
            name,
            variables: [...variable],
            expect: expected,
            id: before?.id,
          },
          signal,
        );
        if (context.globals().json) printJson(context.terminal, templateJson(saved));
        else
          context.terminal.out(
            t(($) => (before === undefined ? $.cli.messages.template.saved : $.cli.messages.template.replaced), {
              name: saved.name,
            }),
          );
      });
    });
}

function addExport(template: Command, context: CliContext): void {
  template
    .command("export")
    .description(t(($) => $.cli.messages.template.export))
    .option(
      "--out <file>",
      t(($) => $.cli.messages.template.out),
    )
    .addHelpText("after", helpText({ examples: ["fleetdesk template export --out templates.json"] }))
    .action(async ({ out }: { readonly out?: string }) => {
      await context.withCore(
        async ({ client }, signal) => {
          if (out === undefined) {
            context.terminal.out(escapeJson((await client.templates.exportText({}, signal)).text));
            return;
          }
          const written = await client.templates.exportAs({}, signal);
          if (context.globals().json) printJson(context.terminal, written);
          else
            context.terminal.out(
              t(($) => $.cli.messages.template.written, { count: written.count, file: written.file ?? out }),
            );
        },
        { out },
      );
    });
}

function addImport(template: Command, context: CliContext): void {
  template
    .command("import <file>")
    .description(t(($) => $.cli.messages.template.import))
    .addOption(
      new Option(
        "--if-exists <action>",
        t(($) => $.cli.messages.template.existing),
      )
        .choices(["keep", "replace", "rename"])
        .default("keep"),
    )
    .addHelpText(
      "after",
      helpText({
        text: t(($) => $.cli.messages.template.importHelp),
        examples: ["fleetdesk template import templates.json"],
      }),
    )
    .action(async (file: string, { ifExists: existing }: { readonly ifExists: "keep" | "replace" | "rename" }) => {
      await context.withCore(async ({ client }, signal) => {
        const text = file === "-" ? await context.terminal.readStdin() : await readWhole(resolve(file), signal);
        const done = await client.templates.importText({ text, existing }, signal);
        const problems = done.problems.map(({ entry, message }) => ({ entry, message: formatText(message) }));
        if (context.globals().json) printJson(context.terminal, { ...done, problems });
        else {
          const { added, replaced, unchanged } = done;
          context.terminal.out(
            t(($) => $.cli.messages.template.imported, { count: added, replaced, unchanged: unchanged }),
          );
          for (const { entry, message } of problems)
            context.terminal.err(t(($) => $.cli.messages.template.entry, { entry, message }));
        }
        if (problems.length > 0) context.endWith("incomplete");
      });
    });
}

async function readWhole(file: string, signal: AbortSignal): Promise<string> {
  let text = "";
  for await (const piece of readText(file, await detectEncoding(file, signal), signal)) text += piece;
  return text;
}

function addVariable(text: string, before: SaveOptions["variable"]): SaveOptions["variable"] {
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

function templateJson(template: Template): Readonly<Record<string, unknown>> {
  return { ...template, updatedAt: iso(template.updatedAt) };
}
