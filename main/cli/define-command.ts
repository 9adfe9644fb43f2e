/** Defines commands as values: path, arguments, options, examples, what to run and how to print it. Everything else follows from them. */
import { Argument, type Command, Option } from "commander";
import { z } from "zod";
import type { FleetClient } from "#shared/contract/index.ts";
import type { Clock } from "../core/hosts.ts";
import { findChoice, labelsOf, parseMoment, parseWhole, badValue, usageError } from "./option-values.ts";
import { type CliContext, isJson } from "./context.ts";
import type { Core } from "./core.ts";
import { isSuccess } from "./exit-codes.ts";
import { type Description, descriptionText, helpText, t } from "./text.ts";
import {
  documentOf,
  type Columns,
  type ListFormat,
  type ListPages,
  printJson,
  type Outcome,
  printList,
  reportOutcome,
  selectColumns,
} from "./output.ts";

/** `before`: the value so far of a repeatable option. */
type Parse<T> = (text: string, before: never, clock: Clock) => T;

/** An argument or an option; `T` is the type of its value in `run`. */
export interface Value<T> {
  readonly description: Description;
  /** Placeholder of an option with a value: `<number>`, `<state...>`. */
  readonly placeholder?: string;
  readonly parse?: Parse<T>;
  readonly choices?: readonly string[];
  /** The second is its text in the help. */
  readonly standard?: readonly [T, string?];
  readonly required?: boolean;
  readonly variadic?: boolean;
  /** Description of `--no-…`; without either option the value is undefined. */
  readonly negated?: Description;
  /** Names a file to read; "-" is standard input. */
  readonly isInput?: boolean;
}

export type Values = Readonly<Record<string, Value<unknown>>>;
type NoValues = Readonly<Record<string, never>>;
type TypeOf<V> = V extends Value<infer T> ? T : never;
/** What `run` receives: a value that may be undefined is an optional key. */
export type ValuesOf<V> = {
  readonly [K in keyof V as undefined extends TypeOf<V[K]> ? never : K]: TypeOf<V[K]>;
} & { readonly [K in keyof V as undefined extends TypeOf<V[K]> ? K : never]?: TypeOf<V[K]> };

export function text(placeholder: string, description: Description): Value<string | undefined> {
  return { placeholder, description };
}

export function textOr(standard: string, placeholder: string, description: Description): Value<string> {
  return { placeholder, description, standard: [standard] };
}

export function requiredText(placeholder: string, description: Description): Value<string> {
  return { placeholder, description, required: true };
}

/** A value that names a file to read; "-" is standard input. */
export function inputFile<T>(value: Value<T>): Value<T> {
  return { ...value, isInput: true };
}

export function flag(description: Description): Value<boolean> {
  return { description, standard: [false] };
}

export function flagPair(description: Description, negated: Description): Value<boolean | undefined> {
  return { description, negated };
}

export function parsed<T>(
  placeholder: string,
  description: Description,
  parse: (text: string) => T,
): Value<T | undefined> {
  return { placeholder, description, parse: (value) => parse(value) };
}

/** A repeatable option: `parse` adds to the earlier values. */
export function repeated<T>(
  placeholder: string,
  description: Description,
  parse: (text: string, before: T | undefined) => T,
): Value<T | undefined> {
  return { placeholder, description, parse };
}

/** A value of an option without a default, with one. */
export function withDefault<T>(value: Value<T | undefined>, standard: T, helpText?: string): Value<T> {
  return { ...value, standard: [standard, helpText] } as Value<T>;
}

export function required<T>(value: Value<T | undefined>): Value<T> {
  return { ...value, standard: undefined, required: true } as Value<T>;
}

export function whole(
  placeholder: string,
  description: Description,
  [name, least, most]: readonly [name: Description, least: number, most?: number],
): Value<number | undefined> {
  return parsed(placeholder, description, parseWhole(name, least, most));
}

/** `--limit`: a maximum number of rows. */
export function limit(description: Description, most: number, standard: number): Value<number> {
  return withDefault(whole("<n>", description, [t(($) => $.cli.program.limitValue), 1, most]), standard);
}

/** Options of a paged list. */
export function paging(
  description: Description,
  standard: number,
): {
  readonly limit: Value<number>;
  readonly all: Value<boolean>;
  readonly cursor: Value<string | undefined>;
} {
  return {
    limit: limit(description, 10_000_000, standard),
    all: flag(($) => $.cli.program.all),
    cursor: text("<cursor>", ($) => $.cli.program.cursor),
  };
}

/** A time, ISO 8601 in UTC or relative to now (`2h` is two hours ago), as epoch milliseconds. */
export function moment(description: Description): Value<number | undefined> {
  return { placeholder: "<time>", description, parse: (value, _before, clock) => parseMoment(value, clock.now()) };
}

/** One of the values of the contract, by its label. */
export function choice<const T extends string>(
  placeholder: string,
  description: Description,
  values: readonly T[],
): Value<T | undefined> {
  return {
    placeholder,
    description,
    choices: labelsOf(values).split(", "),
    parse: (label) => parseChoice(values, label),
  };
}

/** One or more of the values of the contract, by their labels. */
export function choices<const T extends string>(
  placeholder: string,
  description: Description,
  values: readonly T[],
): Value<T[] | undefined> {
  return choicesOr<T>(undefined, placeholder, description, values);
}

/** As `choices`, with a default, which given values replace. */
export function choicesOr<const T extends string>(
  standard: T[] | undefined,
  placeholder: string,
  description: Description,
  values: readonly T[],
): Value<T[]> {
  return {
    placeholder,
    description,
    choices: labelsOf(values).split(", "),
    variadic: true,
    standard: standard === undefined ? undefined : [standard, labelsOf(standard)],
    parse: (label, before: T[] | undefined) => [
      ...(before === standard || before === undefined ? [] : before),
      parseChoice(values, label),
    ],
  };
}

function parseChoice<const T extends string>(values: readonly T[], label: string): T {
  const value = findChoice(values, label);
  if (value === undefined) throw badValue(t(($) => $.cli.program.badChoice, { choices: labelsOf(values) }));
  return value;
}

export function argument(description: Description): Value<string> {
  return { description, required: true };
}

export function optionalArgument(description: Description): Value<string | undefined> {
  return { description };
}

export function parsedArgument<T>(description: Description, parse: (text: string) => T): Value<T> {
  return { description, required: true, parse: (value) => parse(value) };
}

export function choiceArgument<const T extends string>(description: Description, values: readonly T[]): Value<T> {
  return required(choice("", description, values));
}

/** Any number of arguments. */
export function manyArguments<T>(description: Description, parse: (text: string) => T): Value<T[]> {
  return {
    description,
    variadic: true,
    standard: [[]],
    parse: (value, before: T[] = []) => [...before, parse(value)],
  };
}

interface Prepared<A, O> {
  readonly args: ValuesOf<A>;
  readonly options: ValuesOf<O>;
  readonly context: CliContext;
}

export interface Call<A, O> extends Prepared<A, O> {
  readonly core: Core;
  readonly client: FleetClient;
  readonly signal: AbortSignal;
  /** `{ connection }` if one was named, else `{}`. */
  readonly scope: { readonly connection?: string };
}

interface Spec<A, O, P, R> {
  /** "sms send". */
  readonly path: string;
  readonly summary: string;
  readonly args?: A;
  readonly options?: O;
  /** Explanation below the options. */
  readonly help?: string;
  readonly examples: readonly string[];
  /** "none": works without the core; "own-interrupt": handles Ctrl-C itself; "no-database": also works where the database cannot be opened. */
  readonly core?: "none" | "own-interrupt" | "no-database";
  /** True: it only calls operations that a `Reader` answers. */
  readonly readsCache?: (call: Prepared<A, O>) => boolean;
  /** Target file of an export by the core. */
  readonly out?: (options: ValuesOf<O>) => string | undefined;
  /** Validates before the core is opened. */
  readonly prepare?: (call: Prepared<A, O>) => P | Promise<P>;
  readonly run: (call: Call<A, O>, prepared: P) => Promise<R>;
}

interface CommandSpec<A, O, P, R> extends Spec<A, O, P, R> {
  /** Schema of the JSON document. */
  readonly json: z.ZodType;
  /** The value of the document; default: the result. Without one nothing is printed. */
  readonly document?: (result: R, call: Call<A, O>) => unknown;
  /** The text for people; commands that print while they run have none. */
  readonly render?: (result: R, call: Call<A, O>) => string | undefined;
  /** After printing: sets the exit code, or throws. */
  readonly conclude?: (result: R, call: Call<A, O>) => void;
}

interface ListSpec<A, O, P, I> extends Spec<A, O, P, ListPages<I> | undefined> {
  /** Key of `--columns` → heading and text of a cell. */
  readonly columns: Columns<I> | ((call: Prepared<A, O>) => Columns<I>);
  /** Further columns that `--columns` may name. */
  readonly otherColumns?: (call: Prepared<A, O>) => Pick<ListFormat<I>, "anyColumn" | "hasColumn">;
  /** For `--output ids`. */
  readonly id: (item: I) => string;
  /** Schema of an item in JSON. */
  readonly item: z.ZodType;
  /** The value of an item in JSON; default: the item. */
  readonly toItem?: (item: I) => unknown;
  /** Further fields of the document: those of `rest`. */
  readonly envelope?: z.ZodObject;
  /** Cells are cut at this width. */
  readonly widest?: number;
}

/** A change: its outcome decides the exit code, any other than success is an error. */
interface ChangeSpec<A, O, P, R extends Outcome> extends Spec<A, O, P, R> {
  readonly json: z.ZodType;
  /** Printed on success; default: the message of the answer. */
  readonly success?: (result: R, call: Call<A, O>) => string;
  /** Follows the message of any other outcome; default: the option that confirms it. */
  readonly hint?: (result: R, call: Call<A, O>) => string | undefined;
}

/** A command, independent of the types of its values. */
export interface Definition {
  readonly path: string;
  readonly summary: string;
  readonly args: Values;
  readonly options: Values;
  readonly help?: string;
  readonly examples: readonly string[];
  readonly isList: boolean;
  /** Schema of the JSON document; of a list, that of one item. */
  readonly json: z.ZodType;
  /** Fields of the JSON document of a list besides `items`. */
  readonly envelope?: z.ZodObject;
  readonly act: (context: CliContext, args: readonly unknown[], options: unknown) => Promise<void>;
}

export function defineCommand<R, A extends Values = NoValues, O extends Values = NoValues, P = undefined>(
  spec: CommandSpec<A, O, P, R>,
): Definition {
  const { json, document, render, conclude } = spec;
  return define(spec, { json, isList: false }, () => async (result, call) => {
    const { context } = call;
    if (isJson(context)) {
      const value: unknown = document === undefined ? result : document(result, call);
      if (value !== undefined) printJson(context.terminal, documentOf(json, value));
    } else {
      const output = render?.(result, call);
      if (output !== undefined) context.terminal.out(output);
    }
    await Promise.resolve(conclude?.(result, call));
  });
}

export function defineChange<
  R extends Outcome,
  A extends Values = NoValues,
  O extends Values = NoValues,
  P = undefined,
>(spec: ChangeSpec<A, O, P, R>): Definition {
  return define(spec, { json: spec.json, isList: false }, () => (result, call) => {
    const success = isSuccess(result.outcome) ? spec.success?.(result, call) : undefined;
    reportOutcome(call.context, spec.json, result, { success, hint: spec.hint?.(result, call) });
    return Promise.resolve();
  });
}

export function defineList<I, A extends Values = NoValues, O extends Values = NoValues, P = undefined>(
  spec: ListSpec<A, O, P, I>,
): Definition {
  const { item, toItem = (one: I): unknown => one, envelope, columns, otherColumns, id, widest } = spec;
  const toJson = (one: I): unknown => documentOf(item, toItem(one));
  const shape = { json: item, isList: true, envelope: envelopeSchema.extend(envelope?.shape ?? {}) };
  return define(spec, shape, (call, selection) => {
    const own = typeof columns === "function" ? columns(call) : columns;
    const format = { columns: own, ...otherColumns?.(call), id, toJson, envelope: shape.envelope, widest };
    selectColumns(format, selection.columns);
    return async (list) => {
      if (list !== undefined) await printList(call.context, list, format, selection);
    };
  });
}

/** Fields of every list. */
const envelopeSchema = z.object({ total: z.number().int().optional(), nextCursor: z.string().optional() });

/** Options of every list. */
const listOptions = {
  columns: parsed(
    "<columns>",
    ($) => $.cli.program.columns,
    (value) => value.split(",").map((one) => one.trim()),
  ),
  headers: flagPair("", ($) => $.cli.program.noHeaders),
};
type ListSelection = ValuesOf<typeof listOptions>;

function define<A extends Values, O extends Values, P, R>(
  spec: Spec<A, O, P, R>,
  shape: Pick<Definition, "json" | "isList" | "envelope">,
  /** Checks the requested output before anything is sent; the function that it returns prints. */
  prepareOutput: (call: Prepared<A, O>, selection: ListSelection) => (result: R, call: Call<A, O>) => Promise<void>,
): Definition {
  const { path, summary, args, options, help, examples } = spec;
  const argNames = Object.keys(args ?? {});
  return {
    path,
    summary,
    args: args ?? {},
    options: { ...options, ...(shape.isList ? listOptions : {}) },
    help,
    examples,
    ...shape,
    act: async (context, argValues, optionValues) => {
      if (!shape.isList) requireDocument(context);
      const prepared = {
        args: Object.fromEntries(argNames.map((name, index) => [name, argValues[index]])) as unknown as ValuesOf<A>,
        options: optionValues as ValuesOf<O>,
        context,
      };
      const print = prepareOutput(prepared, optionValues as ListSelection);
      const state = (await spec.prepare?.(prepared)) as P;
      const runWith = async (core: Core | undefined, signal: AbortSignal): Promise<void> => {
        const call: Call<A, O> = {
          ...prepared,
          signal,
          scope: context.scope(),
          get core() {
            return requireCore(core);
          },
          get client() {
            return requireCore(core).client;
          },
        };
        await print(await spec.run(call, state), call);
      };
      // Before the core is opened: the writer of standard input may own the data directory, and it ends only after the processes that use it.
      if (readsStandardInput(args, prepared.args) || readsStandardInput(options, prepared.options))
        await context.terminal.readStdin();
      if (spec.core === "none") await runWith(undefined, new AbortController().signal);
      else
        await context.withCore(runWith, {
          kind: spec.core,
          readsCache: spec.readsCache?.(prepared),
          out: spec.out?.(prepared.options),
        });
    },
  };
}

function readsStandardInput(values: Values = {}, data: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).some(([name, { isInput }]) => isInput === true && data[name] === "-");
}

function requireCore(core: Core | undefined): Core {
  if (core === undefined) throw new Error("A command that is defined without the core uses it.");
  return core;
}

/** CSV and ids are formats of lists. */
function requireDocument(context: CliContext): void {
  const { output } = context.globals();
  if (output === "csv" || output === "ids") throw usageError(t(($) => $.cli.program.listsOnly, { format: output }));
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Adds the commands to the program; a group is created by its first command. */
export function addCommands(
  program: Command,
  context: CliContext,
  groups: Readonly<Record<string, string>>,
  definitions: readonly Definition[],
): void {
  for (const definition of definitions) {
    const [first = "", second] = definition.path.split(" ");
    const parent = second === undefined ? program : groupOf(program, first, groups[first] ?? "");
    const command = parent.command(second ?? first).description(definition.summary);
    const { args, options } = definition;
    for (const [name, value] of Object.entries(args)) command.addArgument(argumentOf(name, value, context.clock));
    for (const [name, value] of Object.entries(options)) addOption(command, name, value, context.clock);
    command.addHelpText("after", helpText({ text: definition.help, examples: definition.examples }));
    command.action(async (...values: unknown[]) => {
      await definition.act(context, values.slice(0, Object.keys(args).length), command.opts());
    });
  }
}

function groupOf(program: Command, name: string, summary: string): Command {
  return program.commands.find((one) => one.name() === name) ?? program.command(name).description(summary);
}

function argumentOf(name: string, value: Value<unknown>, clock: Clock): Argument {
  const { description, required: isRequired = false, variadic = false, parse, choices: values, standard } = value;
  const dots = variadic ? "..." : "";
  const item = new Argument(
    isRequired ? `<${kebab(name)}${dots}>` : `[${kebab(name)}${dots}]`,
    descriptionText(description),
  );
  if (values !== undefined) item.choices(values);
  if (parse !== undefined) item.argParser<unknown>((input, before) => parse(input, before as never, clock));
  if (standard !== undefined) item.default(standard[0], standard[1]);
  return item;
}

function addOption(command: Command, name: string, value: Value<unknown>, clock: Clock): void {
  const { placeholder, description, parse, choices: values, standard, required: isRequired = false, negated } = value;
  if (negated !== undefined) {
    if (description !== "") command.addOption(new Option(`--${kebab(name)}`, descriptionText(description)));
    command.addOption(new Option(`--no-${kebab(name)}`, descriptionText(negated)));
    return;
  }
  const flags = `--${kebab(name)} ${placeholder ?? ""}`.trimEnd();
  const option = new Option(flags, descriptionText(description));
  if (values !== undefined) option.choices(values);
  if (parse !== undefined) option.argParser<unknown>((input, before) => parse(input, before as never, clock));
  if (standard !== undefined) option.default(standard[0], standard[1]);
  command.addOption(option.makeOptionMandatory(isRequired));
}
