/** Templates: texts for repeated use, with their variables and the expected reply. */
import { z } from "zod";
import { expectSchema } from "../campaigns/campaign-schemas.ts";
import { codedTextSchema, nothingSchema, operation, timeSchema } from "../kit.ts";

export const templateVariableSchema = z.object({
  name: z.string().trim().min(1).max(60),
  description: z.string().max(300).default(""),
  /** The default value. */
  standard: z.string().max(300).optional(),
});

export const templateBodySchema = z.object({
  name: z.string().trim().min(1).max(120),
  /** Empty: not in a folder. */
  folder: z.string().trim().max(120).default(""),
  text: z.string().min(1).max(20_000),
  variables: z.array(templateVariableSchema).max(50).default([]),
  expect: expectSchema.optional(),
  notes: z.string().max(5000).default(""),
});
export type TemplateBody = z.output<typeof templateBodySchema>;

export const templateSchema = templateBodySchema.extend({ id: z.number().int(), updatedAt: timeSchema });
export type Template = z.output<typeof templateSchema>;

export const templates = {
  operations: {
    /** By folder and name. */
    list: operation(z.object({}), z.object({ templates: z.array(templateSchema) })),
    /**
     * With `id` it replaces that one. Fails `name-taken` (within a folder), `template-unknown`, `text-empty`, `template-malformed`,
     * `variable-unknown` (an unknown name after `endpoint.`), `pattern-invalid`.
     */
    save: operation(templateBodySchema.extend({ id: z.number().int().optional() }), templateSchema),
    remove: operation(z.object({ id: z.number().int() }), nothingSchema),
    renameFolder: operation(
      z.object({ folder: z.string().min(1), to: z.string().trim().max(120) }),
      z.object({ renamed: z.number().int() }),
    ),
    /** As JSON to a file that the operator selects; `ids` restricts. */
    exportAs: operation(
      z.object({ ids: z.array(z.number().int()).optional() }),
      z.object({ outcome: z.enum(["written", "cancelled"]), count: z.number().int(), file: z.string().optional() }),
    ),
    /** The same as text. */
    exportText: operation(
      z.object({ ids: z.array(z.number().int()).optional() }),
      z.object({ text: z.string(), count: z.number().int() }),
    ),
    /** Imports the output of `exportText`. Same folder and name: kept, replaced, or imported under another name, as requested. */
    importText: operation(
      z.object({ text: z.string().max(20_000_000), existing: z.enum(["keep", "replace", "rename"]).default("keep") }),
      z.object({
        added: z.number().int(),
        replaced: z.number().int(),
        unchanged: z.number().int(),
        problems: z.array(z.object({ entry: z.number().int(), message: codedTextSchema })),
      }),
    ),
    /** Tests a pattern on a reply. Fails `pattern-invalid` with the position. */
    tryPattern: operation(
      z.object({ pattern: z.string().max(500), answer: z.string() }),
      z.object({ matches: z.boolean() }),
    ),
  },
  topics: { "templates.changed": z.object({}) },
} as const;
