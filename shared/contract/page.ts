/** Pages, filters and sorts of the contract. */
import { z } from "zod";

/** `filter` and `sort` are texts in the specification's own grammar (`q` and `sort`); `cursor` comes from the previous page. */
export const pageRequestSchema = z.object({
  filter: z.string().default(""),
  sort: z.string().default(""),
  limit: z.number().int().min(1).max(1000).default(100),
  cursor: z.string().optional(),
});
export type PageRequest = z.input<typeof pageRequestSchema>;
