/**
 * Texts with placeholders: `{{column}}` inserts a row's value, `{{endpoint.name}}` a field of the endpoint.
 *
 * A value is inserted unchanged and never parsed as a placeholder again. `\{{` is an escape for two literal braces; single braces
 * and a `}}` without a beginning are literal. Names that begin with `endpoint.` always refer to the endpoint; any other name may be
 * bound to a column with another name, to a field, to a constant value, or to a default for lists without a column of that name.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Binding } from "../contract/campaigns/campaign-schemas.ts";
import { AppError, assertNever } from "../failure.ts";
import { findColumn, hasColumn } from "./columns.ts";
import { endpointField, endpointFieldNames, isEndpointField, type CachedEndpoint } from "./endpoint-fields.ts";

type Part =
  | { readonly kind: "literal"; readonly text: string }
  /** `slot` is an index into `CompiledTemplate.columns`. */
  | { readonly kind: "column"; readonly name: string; readonly slot: number }
  | { readonly kind: "endpoint"; readonly name: string; readonly field: string }
  | { readonly kind: "typed"; readonly name: string; readonly value: string }
  /** A column of another list of the audience, missing in this one. */
  | { readonly kind: "absent"; readonly name: string };

/** Further sources of variables, besides the columns of the own list. */
export interface Elsewhere {
  readonly bindings?: Readonly<Record<string, Binding>>;
  /** Columns of the audience's other lists: recipients that are not in them have no value. */
  readonly columns?: readonly string[];
}

export interface CompiledTemplate {
  readonly fragments: readonly Part[];
  /** Indexes of the file's columns that the text uses, each once. */
  readonly columns: readonly number[];
}

export type Rendered =
  | { readonly kind: "text"; readonly text: string }
  /** The first variable without a value for this recipient. */
  | { readonly kind: "missing"; readonly variable: string };

const placeholder = /\\\{\{|\{\{([^{}]*)\}\}|\{\{/g;
const namespace = "endpoint.";

/**
 * Compiles a text against the existing columns (none for a filter). Throws `text-empty`, `template-malformed` (with the
 * position of an unclosed `{{`), `variable-unknown` (names it and the available ones) or `column-ambiguous`.
 */
export function compileTemplate(text: string, columns: readonly string[], elsewhere: Elsewhere = {}): CompiledTemplate {
  if (text.trim() === "") throw new AppError("text-empty", codedText("message-empty"));
  const fragments: Part[] = [];
  const used: number[] = [];
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    if (match.index > from) fragments.push({ kind: "literal", text: text.slice(from, match.index) });
    from = match.index + match[0].length;
    if (match[0].startsWith("\\")) fragments.push({ kind: "literal", text: "{{" });
    else if (match[1] === undefined) throw notClosed(match.index);
    else fragments.push(toVariable(match[1].trim(), match.index, { columns, elsewhere, used }));
  }
  if (from < text.length) fragments.push({ kind: "literal", text: text.slice(from) });
  return { fragments, columns: used };
}

/**
 * The names of a text's variables, each once, in order: the values needed to compile it. Throws as
 * `compileTemplate` does, except that every name that does not begin with `endpoint.` is allowed.
 */
export function templateVariables(text: string): readonly string[] {
  const names = Array.from(text.matchAll(placeholder), (match) => (match[1] ?? "").trim()).filter(
    (name) => name !== "",
  );
  const columnNames = new Map(
    names.filter((name) => !name.startsWith(namespace)).map((name) => [name.toLowerCase(), name]),
  );
  compileTemplate(text, [...columnNames.values()]);
  return [...new Set(names)];
}

/** The values of a row that a text needs, in the order of `template.columns`. */
export function pickValues(template: CompiledTemplate, values: readonly string[]): readonly string[] {
  return template.columns.map((column) => values[column] ?? "");
}

/** The text for one recipient; `picked` comes from `pickValues`. Total and pure. */
export function renderTemplate(
  template: CompiledTemplate,
  picked: readonly string[],
  endpoint: CachedEndpoint,
): Rendered {
  let text = "";
  for (const part of template.fragments) {
    const value = valueOf(part, picked, endpoint);
    if (value === undefined || (part.kind !== "literal" && value.trim() === "")) {
      return { kind: "missing", variable: part.kind === "literal" ? "" : part.name };
    }
    text += value;
  }
  return { kind: "text", text };
}

function valueOf(part: Part, picked: readonly string[], endpoint: CachedEndpoint): string | undefined {
  switch (part.kind) {
    case "literal":
      return part.text;
    case "column":
      return picked[part.slot];
    case "endpoint":
      return endpointField(endpoint, part.field);
    case "typed":
      return part.value;
    case "absent":
      return undefined;
    default:
      return assertNever(part);
  }
}

interface Reading {
  readonly columns: readonly string[];
  readonly elsewhere: Elsewhere;
  readonly used: number[];
}

function toVariable(name: string, position: number, reading: Reading): Part {
  if (name === "") {
    throw new AppError("template-malformed", codedText("placeholder-unnamed", { position: position + 1 }), {
      details: { position },
    });
  }
  if (name.startsWith(namespace)) {
    const field = name.slice(namespace.length);
    if (!isEndpointField(field)) throw unknownVariable(name, reading);
    return { kind: "endpoint", name, field };
  }
  const binding = bindingOf(reading.elsewhere, name);
  if (binding === undefined) return toColumn(name, name, reading);
  if ("value" in binding) return { kind: "typed", name, value: binding.value };
  if ("column" in binding) return toColumn(name, binding.column, reading);
  if ("default" in binding) {
    const hasOne = hasColumn([...reading.columns, ...(reading.elsewhere.columns ?? [])], name);
    return hasOne ? toColumn(name, name, reading) : { kind: "typed", name, value: binding.default };
  }
  if (!isEndpointField(binding.field)) throw unknownVariable(`${namespace}${binding.field}`, reading);
  return { kind: "endpoint", name, field: binding.field };
}

/** Only own keys: names such as `constructor` are not bindings. */
function bindingOf({ bindings = {} }: Elsewhere, name: string): Binding | undefined {
  return Object.hasOwn(bindings, name) ? bindings[name] : undefined;
}

function toColumn(name: string, columnName: string, reading: Reading): Part {
  const column = findColumn(reading.columns, columnName);
  if (column === undefined) {
    if (!hasColumn(reading.elsewhere.columns ?? [], columnName)) throw unknownVariable(columnName, reading);
    return { kind: "absent", name };
  }
  let slot = reading.used.indexOf(column);
  if (slot < 0) slot = reading.used.push(column) - 1;
  return { kind: "column", name, slot };
}

function notClosed(position: number): AppError {
  return new AppError(
    "template-malformed",
    codedText("placeholder-not-closed", { position: position + 1, end: "}}", escape: String.raw`\{{` }),
    { details: { position } },
  );
}

function unknownVariable(name: string, { columns, elsewhere }: Reading): AppError {
  const available = [
    ...new Set([...columns, ...(elsewhere.columns ?? [])].filter((column) => column !== "")),
    ...endpointFieldNames().map((field) => `${namespace}${field}`),
  ];
  return new AppError(
    "variable-unknown",
    codedText("variable-not-found", { variable: `{{${name}}}`, names: available.join(", ") }),
    {
      details: { variable: name, available: available },
    },
  );
}
