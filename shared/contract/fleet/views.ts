/** Saved views: a query of a collection with its displayed columns. */
import { z } from "zod";
import { collectionSchema } from "./fleet.ts";
import { nothingSchema, operation, timeSchema } from "../kit.ts";

/** One column of a list. `field` names a column of the collection's page; `width` in pixels. */
export const columnSchema = z.object({
  field: z.string(),
  width: z.number().int().min(40).max(1200).optional(),
  pinned: z.boolean().optional(),
});
export type Column = z.output<typeof columnSchema>;

export const viewSchema = z.object({
  id: z.number().int(),
  connection: z.string(),
  collection: collectionSchema,
  name: z.string(),
  filter: z.string(),
  sort: z.string(),
  /** Missing: the default columns. */
  columns: z.array(columnSchema).optional(),
  createdAt: timeSchema,
});
export type View = z.output<typeof viewSchema>;

export const views = {
  operations: {
    list: operation(z.object({ connection: z.string().optional() }), z.object({ views: z.array(viewSchema) })),
    /** Saves a view; with `id` it replaces that one. Fails `name-taken`, `filter-invalid`, `sort-invalid`. */
    save: operation(
      z.object({
        id: z.number().int().optional(),
        connection: z.string().optional(),
        collection: collectionSchema,
        name: z.string().trim().min(1).max(120),
        filter: z.string(),
        sort: z.string(),
        columns: z.array(columnSchema).optional(),
      }),
      viewSchema,
    ),
    remove: operation(z.object({ id: z.number().int() }), nothingSchema),
  },
  topics: { "views.changed": z.object({ connection: z.string() }) },
} as const;
