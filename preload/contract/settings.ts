/** What the program remembers for its person: looks and layouts. Nothing here is a secret. */
import { z } from "zod";
import { changesOf, operation } from "./kit.ts";
import { columnSchema } from "./views.ts";

export const settingsSchema = z.object({
  theme: z.enum(["system", "light", "dark"]).default("system"),
  density: z.enum(["compact", "comfortable"]).default("compact"),
  railCollapsed: z.boolean().default(false),
  /** Width of the detail pane in pixels. */
  detailWidth: z.number().int().min(280).max(1200).default(380),
  /** Columns by list, e.g. "fleet/endpoint". */
  columns: z.record(z.string(), z.array(columnSchema)).default({}),
  /** Where the window was last, an address inside the app. */
  lastAddress: z.string().max(4000).default(""),
  /** What closing the window means where there is a panel to go to; on macOS a program always stays. */
  whenClosed: z.enum(["quit", "stay"]).default("quit"),
  /** Tell about campaigns through the desktop while nobody looks at the window. */
  notify: z.boolean().default(true),
  /** Synchronise the fleet by itself after the network returned and at this many minutes; 0: only when asked. */
  syncEveryMinutes: z.number().int().min(0).max(10_080).default(0),
});
export type Settings = z.output<typeof settingsSchema>;

export const settings = {
  operations: {
    get: operation(z.object({}), settingsSchema),
    /** Changes the named ones; the rest keeps its value. */
    set: operation(changesOf(settingsSchema), settingsSchema),
  },
  topics: { "settings.changed": z.object({}) },
} as const;
