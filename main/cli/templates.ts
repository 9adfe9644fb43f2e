/** template: texts that are kept, to be listed, saved, removed, taken out and in. */
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Template } from "#contract/templates.ts";
import { detectEncoding, readText } from "../files/text-file.ts";
import type { CliContext } from "./context.ts";
import { findTemplate, isSame } from "./find-template.ts";
import { escapeJson, formatCounted, formatTable, iso, printJson } from "./output.ts";
import { badValue, usageError } from "./usage-error.ts";

export function addTemplateCommands(program: Command, context: CliContext): void {
  const template = program
    .command("template")
    .description("texts that are kept: list, show, save, remove, export, import");
  template
    .command("list")
    .description("list the templates by folder and name")
    .addHelpText("after", "\nExample:\n  $ fleetdesk template list")
    .action(async () => {
      await context.withCore(async ({ client }, signal) => {
        const { templates } = await client.templates.list({}, signal);
        if (context.globals().json) printJson(context.terminal, { templates: templates.map(templateJson) });
        else if (templates.length === 0)
          context.terminal.out("There is no template yet. Keep one with: fleetdesk template save NAME --text TEXT\n");
        else {
          const rows = templates.map(({ id, folder, name, text }) => [String(id), folder, name, text]);
          context.terminal.out(formatTable(["ID", "FOLDER", "NAME", "TEXT"], rows, 60));
        }
      });
    });
  template
    .command("show <template>")
    .description("print one template; it is given by its name, by FOLDER/NAME or by its number")
    .addHelpText("after", "\nExample:\n  $ fleetdesk template show resets/reboot")
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await findTemplate(client, named, signal);
        if (context.globals().json) printJson(context.terminal, templateJson(found));
        else context.terminal.out(describe(found));
      });
    });
  template
    .command("remove <template>")
    .description("forget a template; it is given by its name, by FOLDER/NAME or by its number")
    .addHelpText("after", "\nExample:\n  $ fleetdesk template remove resets/reboot")
    .action(async (named: string) => {
      await context.withCore(async ({ client }, signal) => {
        const found = await findTemplate(client, named, signal);
        await client.templates.remove({ id: found.id }, signal);
        if (context.globals().json) printJson(context.terminal, { removed: found.id });
        else context.terminal.out(`The template "${found.name}" was removed.\n`);
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
  readonly within?: number;
  readonly variable: readonly { readonly name: string; readonly description: string; readonly standard?: string }[];
}

const saveHelp = `
Variables are written {{name}}, fields of the endpoint {{endpoint.name}}. --variable describes one: NAME, NAME=STANDARD, and with
": DESCRIPTION" behind it.

Examples:
  $ fleetdesk template save reboot --folder resets --text 'REBOOT {{pin}}' --variable 'pin=0000: four digits'
  $ fleetdesk template save status --text 'STATUS' --expect '^OK' --within 30`;

function addSave(template: Command, context: CliContext): void {
  template
    .command("save <name>")
    .description("keep a text; it replaces the template of this name in this folder")
    .requiredOption("--text <text>", "what to send")
    .option("--folder <folder>", "where it belongs", "")
    .option("--notes <notes>", "for whoever uses it", "")
    .option("--expect <pattern>", "the answer it expects: an RE2 pattern, found anywhere in it, letter case ignored")
    .option("--within <minutes>", "how long an answer is waited for (default: 60)", parseMinutes)
    .option("--variable <description>", "describes a variable; may be given several times", addVariable, [])
    .addHelpText("after", saveHelp)
    .action(async (name: string, { expect, within, variable, ...body }: SaveOptions) => {
      if (expect === undefined && within !== undefined) throw usageError("--within says how long --expect waits.");
      await context.withCore(async ({ client }, signal) => {
        const { templates } = await client.templates.list({}, signal);
        const before = templates.find((one) => isSame(one.folder, body.folder) && isSame(one.name, name));
        const expected = expect === undefined ? undefined : { pattern: expect, withinMinutes: within ?? 60 };
        const saved = await client.templates.save(
          {
            ...body,
            name,
            variables: [...variable],
            ...(expected === undefined ? {} : { expect: expected }),
            ...(before === undefined ? {} : { id: before.id }),
          },
          signal,
        );
        if (context.globals().json) printJson(context.terminal, templateJson(saved));
        else context.terminal.out(`The template "${saved.name}" was ${before === undefined ? "kept" : "replaced"}.\n`);
      });
    });
}

function addExport(template: Command, context: CliContext): void {
  template
    .command("export")
    .description("write templates as JSON, to a file or to standard output")
    .option("--out <file>", "the file to write; it must not be there yet")
    .addHelpText("after", "\nExample:\n  $ fleetdesk template export --out templates.json")
    .action(async ({ out }: { readonly out?: string }) => {
      await context.withCore(
        async ({ client }, signal) => {
          if (out === undefined) {
            context.terminal.out(escapeJson((await client.templates.exportText({}, signal)).text));
            return;
          }
          const written = await client.templates.exportAs({}, signal);
          if (context.globals().json) printJson(context.terminal, written);
          else context.terminal.out(`${formatCounted(written.count, "template")} written to ${written.file ?? out}\n`);
        },
        { out },
      );
    });
}

function addImport(template: Command, context: CliContext): void {
  template
    .command("import <file>")
    .description("take templates from a file that export wrote; - for standard input")
    .addOption(
      new Option("--existing <what>", "what becomes of those of the same folder and name")
        .choices(["keep", "replace", "rename"])
        .default("keep"),
    )
    .addHelpText(
      "after",
      "\nExit code 4 when an entry cannot be taken.\n\nExample:\n  $ fleetdesk template import templates.json",
    )
    .action(async (file: string, { existing }: { readonly existing: "keep" | "replace" | "rename" }) => {
      await context.withCore(async ({ client }, signal) => {
        const text = file === "-" ? await context.terminal.readStdin() : await readWhole(resolve(file), signal);
        const done = await client.templates.importText({ text, existing }, signal);
        if (context.globals().json) printJson(context.terminal, done);
        else {
          const { added, replaced, kept } = done;
          context.terminal.out(
            `${formatCounted(added, "template")} added, ${replaced} replaced, ${kept} kept as they were.\n`,
          );
          for (const { entry, message } of done.problems) context.terminal.err(`Entry ${entry}: ${message}\n`);
        }
        if (done.problems.length > 0) context.endWith("incomplete");
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
  if (name.trim() === "")
    throw badValue("A variable is described as NAME, NAME=STANDARD or NAME=STANDARD: DESCRIPTION.");
  return [...before, { name: name.trim(), description, ...(standard === undefined ? {} : { standard }) }];
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (minutes > 0 && minutes <= 10_080) return minutes;
  throw badValue("The time for an answer is a number of minutes, 10080 at most.");
}

function describe({ id, name, folder, text, variables, expect, notes, updatedAt }: Template): string {
  const lines = [
    `id: ${id}`,
    `name: ${name}`,
    ...(folder === "" ? [] : [`folder: ${folder}`]),
    `text: ${text}`,
    ...variables.map(
      (one) => `variable: ${one.name}${one.standard === undefined ? "" : `=${one.standard}`}: ${one.description}`,
    ),
    ...(expect === undefined ? [] : [`expect: ${expect.pattern} within ${expect.withinMinutes} min`]),
    ...(notes === "" ? [] : [`notes: ${notes}`]),
    `changed: ${iso(updatedAt) ?? ""}`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function templateJson(template: Template): Readonly<Record<string, unknown>> {
  return { ...template, updatedAt: iso(template.updatedAt) };
}
