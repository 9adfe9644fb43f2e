/** JSON documents by their schemas; the rules are those of docs/json.md. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "#shared/contract/kit.ts";
import { isCodedText, type CodedText, type TextParam } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";

/**
 * The document of `value`, parsed by `schema`: times become ISO 8601, ids text, coded texts an object with their English text. Fields that
 * the schema does not name, and fields without a value, are omitted.
 */
export function documentOf(schema: z.ZodType, value: unknown): unknown {
  if (schema === timeSchema) return typeof value === "number" ? new Date(value).toISOString() : value;
  if (schema === codedTextSchema) return isCodedText(value) ? textDocument(value) : value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return documentOf(asZodType(schema.unwrap()), value);
  if (schema instanceof z.ZodUnion) {
    const option = schema.options.map(asZodType).find((one) => one.safeParse(value).success);
    return option === undefined ? value : documentOf(option, value);
  }
  if (Array.isArray(value))
    return schema instanceof z.ZodArray ? value.map((one) => documentOf(asZodType(schema.element), one)) : value;
  if (typeof value !== "object" || value === null) return value;
  const of = value as Readonly<Record<string, unknown>>;
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(
      Object.entries(of).map(([key, one]) => [key, documentOf(asZodType(schema.valueType), one)]),
    );
  if (!(schema instanceof z.ZodObject)) return value;
  const fields = Object.entries<z.ZodType>(schema.shape).filter(([key]) => of[key] !== undefined && of[key] !== null);
  return Object.fromEntries(
    fields.map(([key, field]) => {
      const one = of[key];
      return [key, idKeys.has(key) && typeof one === "number" ? String(one) : documentOf(field, one)];
    }),
  );
}

/** The document of a command whose only result is its outcome. */
export const outcomeDocument = z.object({ id: z.string(), outcome: z.string() });

/** Fields that identify something: text also where the contract counts with numbers. */
export const idKeys: ReadonlySet<string> = new Set([
  "audience",
  "by",
  "change",
  "entry",
  "id",
  "refresh",
  "snapshot",
  "template",
  "undoOf",
  "undoneBy",
  "view",
]);

/** A sentence with its code and parameters, so that a script need not parse the text. */
function textDocument(text: CodedText): Readonly<Record<string, unknown>> {
  const params = Object.entries(text.params ?? {}).map(([name, value]) => [name, paramDocument(value)]);
  return {
    code: text.code,
    text: formatText(text),
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) as unknown }),
  };
}

function paramDocument(value: TextParam): unknown {
  if (isCodedText(value)) return textDocument(value);
  return typeof value === "object" && "at" in value ? { ...value, at: new Date(value.at).toISOString() } : value;
}

/** Zod types the children of a schema by internal types only. */
export function asZodType(schema: unknown): z.ZodType {
  return schema as z.ZodType;
}
