/** JSON of the command line: times become ISO 8601, ids text, coded texts become their English text, by the schema of the contract. */
import { z } from "zod";
import { codedTextSchema, timeSchema } from "#shared/contract/kit.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";

/** Converts `value`, parsed by `schema`: epoch milliseconds to ISO 8601, coded texts to text. Fields that the schema does not name stay unchanged. */
export function isoTimes(schema: z.ZodType, value: unknown): unknown {
  if (schema === timeSchema) return typeof value === "number" ? new Date(value).toISOString() : value;
  if (schema === codedTextSchema && typeof value === "object") return formatText(value as CodedText);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isoTimes(asZodType(schema.unwrap()), value);
  if (schema instanceof z.ZodUnion) {
    const option = schema.options.map(asZodType).find((one) => one.safeParse(value).success);
    return option === undefined ? value : isoTimes(option, value);
  }
  if (Array.isArray(value)) {
    return schema instanceof z.ZodArray ? value.map((one) => isoTimes(asZodType(schema.element), one)) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const fieldOf = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => {
      const field = fieldOf(key);
      if (field === undefined) return [key, one];
      return [key, idKeys.has(key) && typeof one === "number" ? String(one) : isoTimes(field, one)];
    }),
  );
}

/** Fields that identify something: text also where the contract counts with numbers. */
const idKeys: ReadonlySet<string> = new Set([
  "audience",
  "by",
  "change",
  "entry",
  "id",
  "template",
  "undoOf",
  "undoneBy",
  "view",
]);

function fieldsOf(schema: z.ZodType): (key: string) => z.ZodType | undefined {
  if (schema instanceof z.ZodRecord) return () => asZodType(schema.valueType);
  if (!(schema instanceof z.ZodObject)) return () => undefined;
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return (key) => (Object.hasOwn(shape, key) ? shape[key] : undefined);
}

/** Zod types the children of a schema by internal types only. */
function asZodType(schema: unknown): z.ZodType {
  return schema as z.ZodType;
}
