/** The desktop around the window: menu, links, deep links. Answered only where there is a window, else `not-in-a-window`. */
import { z } from "zod";
import { failureSchema, nothingSchema, operation } from "./kit.ts";

/** A verb of the window as the application menu shows it; the window stays the one who knows what it does. */
export const menuCommandSchema = z.strictObject({
  /** Comes back in the topic `shell.command`. */
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(100),
  /** The menu it stands in: file, edit, view and help add to what is there, others get a menu of their own. */
  menu: z.enum(["file", "edit", "view", "help", "navigation", "fleet", "connection", "campaigns", "events"]),
  /** In Electron's words, such as "CmdOrCtrl+K". Only shown: the window listens to its keys itself. */
  accelerator: z
    .string()
    .max(60)
    .regex(/^[\w+,./;'\\[\]`=-]+$/)
    .optional(),
  enabled: z.boolean().default(true),
});
export type MenuCommand = z.output<typeof menuCommandSchema>;

/** A place in the window: a path with an optional query, such as "/fleet/endpoint/5?filter=status:0". */
export const addressSchema = z
  .string()
  .max(2000)
  .regex(/^\/[^/\\\s][^\\\s]*$|^\/$/);

export const shell = {
  operations: {
    /** Said once by a window that has loaded; hands over the deep link that it was opened with. */
    ready: operation(
      z.object({}),
      z.object({
        platform: z.string(),
        version: z.string(),
        online: z.boolean(),
        /** Why nothing can be changed or sent: the data directory cannot be written, and what is saved can be read. */
        readOnly: failureSchema.optional(),
        pendingAddress: addressSchema.optional(),
      }),
    ),
    /**
     * Opens the data directory for writing, after it could only be read. Fails `disk-full`, `data-dir-read-only` or `data-dir-in-use`;
     * what is saved can still be read then.
     */
    reopen: operation(
      z.object({}),
      z.object({
        /** Half-written texts that the window keeps outlive the program: its profile is below the data directory. */
        persistsDrafts: z.boolean(),
      }),
    ),
    /** Opens a web page in the person's browser; a host that is not known is asked about first. Fails `link-refused`. */
    openExternal: operation(z.strictObject({ url: z.string().max(2000) }), z.object({ opened: z.boolean() })),
    /** Replaces the verbs of the window in the application menu. */
    setMenu: operation(z.strictObject({ commands: z.array(menuCommandSchema).max(200) }), nothingSchema),
  },
  topics: {
    "shell.command": z.object({ id: z.string() }),
    "shell.address": z.object({ address: addressSchema }),
    "shell.connectivity": z.object({ online: z.boolean() }),
    /** `missed`: too much happened while nobody looked; what is shown has to be read again. */
    "shell.visibility": z.object({ visible: z.boolean(), missed: z.boolean() }),
  },
} as const;
