/** Texts that are sent again and again, with the variables they need and the answer they expect. */
import { z } from "zod";
import { expectSchema } from "./campaign-schemas.ts";
import { codedTextSchema, nothingSchema, operation, timeSchema } from "./kit.ts";

export const templateVariableSchema = z.object({
  name: z.string().trim().min(1).max(60),
  description: z.string().max(300).default(""),
  /** What it is when nobody says otherwise. */
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
     * `variable-unknown` (a name after `endpoint.` that no endpoint has), `pattern-invalid`.
     */
    save: operation(templateBodySchema.extend({ id: z.number().int().optional() }), templateSchema),
    remove: operation(z.object({ id: z.number().int() }), nothingSchema),
    renameFolder: operation(
      z.object({ folder: z.string().min(1), to: z.string().trim().max(120) }),
      z.object({ renamed: z.number().int() }),
    ),
    /** As JSON into a file that a person chooses; `ids` restricts. */
    exportAs: operation(
      z.object({ ids: z.array(z.number().int()).optional() }),
      z.object({ outcome: z.enum(["written", "cancelled"]), count: z.number().int(), file: z.string().optional() }),
    ),
    /** The same as text. */
    exportText: operation(
      z.object({ ids: z.array(z.number().int()).optional() }),
      z.object({ text: z.string(), count: z.number().int() }),
    ),
    /** Takes what `exportText` wrote. Same folder and name: kept, replaced, or taken under another name, as asked. */
    importText: operation(
      z.object({ text: z.string().max(20_000_000), existing: z.enum(["keep", "replace", "rename"]).default("keep") }),
      z.object({
        added: z.number().int(),
        replaced: z.number().int(),
        unchanged: z.number().int(),
        problems: z.array(z.object({ entry: z.number().int(), message: codedTextSchema })),
      }),
    ),
    /** Tries a pattern on an answer. Fails `pattern-invalid` with the place. */
    tryPattern: operation(
      z.object({ pattern: z.string().max(500), answer: z.string() }),
      z.object({ matches: z.boolean() }),
    ),
  },
  topics: { "templates.changed": z.object({}) },
} as const;
