/** Writes `docs/cli.md` and `docs/json.md` from the definitions of the commands: `npm run docs`. */
import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { z } from "zod";
import { codedTextSchema, recordSchema, timeSchema } from "#shared/contract/kit.ts";
import type { CliContext } from "../main/cli/context.ts";
import { addCommands, type Definition } from "../main/cli/define-command.ts";
import { exitCodeTable } from "../main/cli/exit-codes.ts";
import { asZodType, idKeys } from "../main/cli/output.ts";
import { createProgram, groups, loadDefinitions } from "../main/cli/program.ts";
import { requireNoArguments } from "./no-arguments.ts";

const root = resolve(import.meta.dirname, "..");
const note = "<!-- Written by `npm run docs` from the definitions of the commands; not edited by hand. -->";

/** Path in the repository → content. */
export async function generateDocuments(): Promise<ReadonlyMap<string, string>> {
  const definitions = await loadDefinitions();
  return new Map([
    ["docs/cli.md", commandsDocument(definitions)],
    ["docs/json.md", jsonDocument(definitions, await exportedSchemas())],
  ]);
}

/** Builds the program; no action runs. */
function programOf(definitions: readonly Definition[]): Command {
  const context = { environment: { platform: "linux", home: "~", variables: {} } } as CliContext;
  const program = createProgram(context, "");
  addCommands(program, context, groups, definitions);
  return program;
}

// Commands

function commandsDocument(definitions: readonly Definition[]): string {
  const program = programOf(definitions);
  const sections = sectionsOf(definitions).map(([title, of]) =>
    [
      `## ${title}`,
      ...(groups[title] === undefined ? [] : [sentence(groups[title])]),
      ...of.map((one) => commandText(program, one)),
    ].join("\n\n"),
  );
  const codes = exitCodeTable.map(
    ({ exit, meaning, codes: of }) =>
      `- \`${exit}\`: ${meaning}${of.length === 0 ? "" : ` Codes: ${of.map((code) => `\`${code}\``).join(", ")}.`}`,
  );
  return [
    "# Command line",
    note,
    "Every command accepts the global options, before or after its name. An error is one line on standard error, `error: CODE: message`; with JSON output it is a document. The JSON documents are described in [json.md](json.md).",
    "## Global options",
    optionLines(program, program).join("\n"),
    "## Exit codes",
    codes.join("\n"),
    ...sections,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

/** Commands by the first word of their path, in the order of the program. */
function sectionsOf(of: readonly Definition[]): readonly (readonly [title: string, of: readonly Definition[]])[] {
  return [...Map.groupBy(of, ({ path }) => path.split(" ")[0] ?? "")];
}

function commandText(program: Command, { path, summary, help, examples }: Definition): string {
  const command = commandAt(program, path);
  const args = command.registeredArguments
    .filter(({ description }) => description !== "")
    .map((one) => `- \`${program.createHelp().argumentTerm(one)}\`: ${program.createHelp().argumentDescription(one)}`);
  return [
    ...(path.includes(" ") ? [`### ${path}`] : []),
    sentence(summary),
    block(program.createHelp().commandUsage(command)),
    [...args, ...optionLines(program, command)].join("\n"),
    ...(help === undefined ? [] : [block(help)]),
    block(examples.map((one) => `$ ${one}`).join("\n")),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function commandAt(program: Command, path: string): Command {
  return path
    .split(" ")
    .reduce((parent, name) => parent.commands.find((one) => one.name() === name) ?? parent, program);
}

function optionLines(program: Command, command: Command): string[] {
  const help = program.createHelp();
  return help
    .visibleOptions(command)
    .flatMap((option) =>
      option.long === "--help" ? [] : [`- \`${help.optionTerm(option)}\`: ${help.optionDescription(option)}`],
    );
}

const block = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

// Manual page

/** `fleetdesk.1`: global options, exit codes, and each command with its options and examples, in the macros of man(7). */
export async function generateManual(version: string): Promise<string> {
  const definitions = await loadDefinitions();
  const program = programOf(definitions);
  const help = program.createHelp();
  const options = (command: Command): string[] =>
    help
      .visibleOptions(command)
      .flatMap((option) =>
        option.long === "--help"
          ? []
          : [".TP", roffBold(help.optionTerm(option)), roff(help.optionDescription(option))],
      );
  const commands = definitions.flatMap(({ path, summary, help: notes, examples }) => {
    const command = commandAt(program, path);
    return [
      `.SS ${roff(help.commandUsage(command))}`,
      roff(sentence(summary)),
      ...options(command),
      ...(notes === undefined ? [] : [".PP", ".nf", roff(notes), ".fi"]),
      ...examples.flatMap((one) => [".PP", ".RS", ".nf", roff(one), ".fi", ".RE"]),
    ];
  });
  return [
    `.TH FLEETDESK 1 "" "fleetdesk ${version}" "Fleetdesk"`,
    ".SH NAME",
    "fleetdesk \\- SMS campaigns to fleets of cellular devices",
    ".SH SYNOPSIS",
    roffBold("fleetdesk [options] command"),
    ".SH OPTIONS",
    ...options(program),
    ".SH COMMANDS",
    ...commands,
    ".SH EXIT STATUS",
    ...exitCodeTable.flatMap(({ exit, meaning }) => [".TP", roffBold(String(exit)), roff(meaning)]),
    "",
  ].join("\n");
}

/** Text in which man(7) interprets nothing; a line that begins with a macro's character is protected. */
function roff(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);
}

function roffBold(text: string): string {
  return `.B ${roff(text)}`;
}

// JSON documents

/** Schemas that have a name in the contract, with that name: `campaignStatusSchema` is `CampaignStatus`. */
async function exportedSchemas(): Promise<ReadonlyMap<z.ZodType, string>> {
  const folder = join(root, "shared/contract");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(
    files.map((file) => import(join(folder, file)) as Promise<Readonly<Record<string, unknown>>>),
  );
  return new Map(
    modules
      .flatMap((one) => Object.entries(one))
      .flatMap(([name, value]) =>
        value instanceof z.ZodObject && name.endsWith("Schema")
          ? [[value, name.charAt(0).toUpperCase() + name.slice(1, -"Schema".length)] as const]
          : [],
      ),
  );
}

function jsonDocument(definitions: readonly Definition[], names: ReadonlyMap<z.ZodType, string>): string {
  const shared = sharedSchemas(definitions, names);
  const commands = definitions.map((one) => {
    const fields = one.isList ? fieldLines(listSchema(one), shared, 0) : describeFields(one.json, shared);
    return [`### ${one.path}`, fields.length === 0 ? "Any JSON." : fields.join("\n")].join("\n\n");
  });
  const types = [...shared]
    .toSorted(([, a], [, b]) => a.localeCompare(b))
    .map(([schema, name]) => [`### ${name}`, fieldLines(schema, shared, 0).join("\n")].join("\n\n"));
  return ["# JSON documents", note, rules, "## Commands", ...commands, "## Types", ...types].join("\n\n").concat("\n");
}

const rules = `\`--json\` (or \`--output json\`) prints one document on standard output:

- Times are ISO 8601 in UTC. Durations and counts are numbers, with the unit in the name (\`etaMs\`).
- IDs are text. Positions (\`row\`, \`line\`, \`wave\`) are numbers.
- A field without a value is omitted, never \`null\`; \`?\` marks such fields. Only records keep the \`null\` of the service.
- A \`sentence\` is an object: \`text\` is English and may be reworded; \`code\` and \`params\` are stable.
- A \`record\` is what the service sent: its names, types, dates and additional fields are unchanged.
- Field names are camelCase. Names of the service (features of a profile) and values of an enumeration (counts by state) are keys as they are.
- A list has \`items\`; \`total\` is the number of items in the whole list, and is omitted where neither the service nor the cache knows it; \`nextCursor\` continues the list with \`--cursor\`.
- With \`--output jsonl\` a list prints one item per line without the other fields. \`event list --follow\` does so in both formats.
- A change prints its document also when its outcome is not the requested one; then the error follows on standard error.

An error is a document on standard error, in one line that follows any progress and notes: \`{"error":{"code","message","exitCode","details"}}\`. Standard output is then empty, has the document of the outcome, or, where a list failed after its first page, the beginning of its document: check the exit code first. The exit codes are listed in [cli.md](cli.md).`;

/** Named schemas that more than one place refers to. */
function sharedSchemas(
  of: readonly Definition[],
  names: ReadonlyMap<z.ZodType, string>,
): ReadonlyMap<z.ZodType, string> {
  const uses = new Map<z.ZodType, number>();
  const visit = (schema: z.ZodType): void => {
    const count = (uses.get(schema) ?? 0) + 1;
    uses.set(schema, count);
    if (count === 1) for (const part of partsOf(schema)) visit(part);
  };
  for (const { json, envelope } of of) for (const schema of [json, envelope]) if (schema !== undefined) visit(schema);
  return new Map([...names].filter(([schema]) => (uses.get(schema) ?? 0) > 1 && !opaque.has(schema)));
}

/** Schemas that the rules at the top describe. */
const opaque: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [timeSchema, "time"],
  [codedTextSchema, "sentence"],
  [recordSchema, "record"],
]);

function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  if (opaque.has(schema)) return [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return [asZodType(schema.unwrap())];
  if (schema instanceof z.ZodArray) return [asZodType(schema.element)];
  if (schema instanceof z.ZodRecord) return [asZodType(schema.valueType)];
  if (schema instanceof z.ZodUnion) return schema.options.map(asZodType);
  return schema instanceof z.ZodObject ? Object.values<z.ZodType>(schema.shape) : [];
}

function listSchema({ json, envelope }: Definition): z.ZodType {
  return z.object({ items: z.array(json), ...envelope?.shape });
}

/** Lines for the fields of a document, or the name of its type. */
function describeFields(schema: z.ZodType, shared: ReadonlyMap<z.ZodType, string>): string[] {
  if (shared.has(schema) || opaque.has(schema)) return [`- ${typeText("", schema, shared)}`];
  return fieldLines(schema, shared, 0);
}

/** One line per field and nested field; of alternatives, the fields of all. */
function fieldLines(schema: z.ZodType, shared: ReadonlyMap<z.ZodType, string>, depth: number): string[] {
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map(asZodType);
    const isMixed = options.some((one) => shared.has(one) || opaque.has(one));
    const heads = options.map(
      (one, index) => `${"  ".repeat(depth)}- ${index === 0 ? "either" : "or"} ${typeText("", one, shared)}`,
    );
    if (isMixed) return heads.flatMap((head, index) => [head, ...nestedLines(options[index], shared, depth + 1)]);
    return mergedLines(options, shared, depth);
  }
  return schema instanceof z.ZodObject ? mergedLines([schema], shared, depth) : [];
}

function mergedLines(options: readonly z.ZodType[], shared: ReadonlyMap<z.ZodType, string>, depth: number): string[] {
  const shapes = options.map((one): Readonly<Record<string, z.ZodType>> =>
    one instanceof z.ZodObject ? one.shape : {},
  );
  const keys = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
  return keys.flatMap((key) => {
    const fields = shapes.flatMap((shape) => shape[key] ?? []);
    const isOptional = fields.length < shapes.length || fields.some((one) => one instanceof z.ZodOptional);
    const types = [...new Set(fields.map((one) => typeText(key, one, shared)))];
    const nested = [...new Set(fields.flatMap((one) => nestedLines(one, shared, depth + 1)))];
    return [`${"  ".repeat(depth)}- \`${key}\`${isOptional ? "?" : ""} ${types.join(" or ")}`, ...nested];
  });
}

/** The fields below a field whose type has no name. */
function nestedLines(schema: z.ZodType | undefined, shared: ReadonlyMap<z.ZodType, string>, depth: number): string[] {
  if (schema === undefined || shared.has(schema) || opaque.has(schema)) return [];
  if (schema instanceof z.ZodObject || schema instanceof z.ZodUnion) return fieldLines(schema, shared, depth);
  return partsOf(schema).flatMap((part) => nestedLines(part, shared, depth));
}

function typeText(key: string, schema: z.ZodType, shared: ReadonlyMap<z.ZodType, string>): string {
  const name = shared.get(schema);
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  const rule = opaque.get(schema);
  if (rule !== undefined) return rule;
  const [part] = partsOf(schema);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return part === undefined ? "" : typeText(key, part, shared);
  if (schema instanceof z.ZodArray) return part === undefined ? "list" : `list of ${typeText("", part, shared)}`;
  if (schema instanceof z.ZodRecord)
    return part === undefined ? "object" : `object by key, of ${typeText("", part, shared)}`;
  if (schema instanceof z.ZodEnum) return schema.options.map((one) => `\`${one}\``).join(", ");
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((one) => `\`${String(one)}\``).join(", ");
  if (schema instanceof z.ZodUnion)
    return [...new Set(partsOf(schema).map((one) => typeText("", one, shared)))].join(" or ");
  if (schema instanceof z.ZodNumber) {
    if (idKeys.has(key)) return "text";
    return schema.isInt ? "integer" : "number";
  }
  return { string: "text", boolean: "boolean", object: "object" }[schema.type as string] ?? "any value";
}

if (process.argv[1] === import.meta.filename) {
  requireNoArguments("npm run docs: writes docs/cli.md and docs/json.md. No options.");
  for (const [file, text] of await generateDocuments()) writeFileSync(join(root, file), text);
}
