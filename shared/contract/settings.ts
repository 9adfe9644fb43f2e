/** Settings of the operator: appearance and layouts. Nothing here is a secret. */
import { z } from "zod";
import { type RetentionKind, retentionKinds, retentionPeriods } from "../retention.ts";
import { isZoneName } from "../zone-time.ts";
import { changesOf, operation } from "./kit.ts";
import { columnSchema } from "./fleet/views.ts";

const retentionFields = Object.fromEntries(
  retentionKinds.map((kind) => {
    const { least, most } = retentionPeriods[kind];
    return [kind, z.number().int().min(least).max(most).optional()];
  }),
) as Record<RetentionKind, z.ZodOptional<z.ZodNumber>>;

export const settingsSchema = z.object({
  theme: z.enum(["system", "light", "dark"]).default("system"),
  density: z.enum(["compact", "comfortable"]).default("compact"),
  clock: z.enum(["24h", "12h"]).default("24h"),
  /** IANA name of the time zone of displayed and entered times; "" for the zone of this computer. */
  timeZone: z
    .string()
    .max(64)
    .refine((name) => name === "" || isZoneName(name))
    .default(""),
  railCollapsed: z.boolean().default(false),
  /** Width of the detail pane in pixels. */
  detailWidth: z.number().int().min(280).max(1200).default(380),
  /** Columns by list, e.g. "fleet/endpoint". */
  columns: z.record(z.string(), z.array(columnSchema)).default({}),
  /** Charts with a logarithmic scale, e.g. "quotas/usage/data". */
  logScales: z.array(z.string().max(200)).max(100).default([]),
  /** Entries of the palette that were used, by connection, newest first: the action and its record, and the name of the record. */
  paletteRecent: z
    .record(z.string(), z.array(z.object({ id: z.string().max(200), name: z.string().max(200).optional() })).max(20))
    .default({}),
  /** The last address of the window, inside the app. */
  lastAddress: z.string().max(4000).default(""),
  /** What closing the window does where there is a tray; on macOS the program always stays. */
  whenClosed: z.enum(["quit", "stay"]).default("quit"),
  /** Show desktop notifications about campaigns, unless the focused window shows the campaign. */
  notify: z.boolean().default(true),
  /** "automatic": as often as at most 5 % of the request limit allows, and after the service is back; "manual": only on request. */
  sync: z.enum(["automatic", "manual"]).default("automatic"),
  /** In days; missing: the default of `shared/retention.ts`. */
  retention: z.object(retentionFields).default({}),
  /** Which newer versions are reported; "off": none is looked for. */
  updates: z.enum(["stable", "beta", "off"]).default("stable"),
});
export type Settings = z.output<typeof settingsSchema>;

export const settings = {
  operations: {
    get: operation(z.object({}), settingsSchema),
    /** Changes the named settings; the others stay unchanged. */
    set: operation(changesOf(settingsSchema), settingsSchema),
  },
  topics: { "settings.changed": z.object({}) },
} as const;
