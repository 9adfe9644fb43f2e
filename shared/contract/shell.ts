/** The desktop around the window: menu, links, deep links. Available only with a window, else `not-in-a-window`. */
import { z } from "zod";
import { failureSchema, nothingSchema, operation, readsFileSchema } from "./kit.ts";

/** A command of the window for the application menu; the window implements it. */
export const menuCommandSchema = z.strictObject({
  /** Sent back in the topic `shell.command`. */
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(100),
  /** Its menu: file, edit, view and help extend the standard menus, others get a menu of their own. */
  menu: z.enum(["file", "edit", "view", "help", "navigation", "fleet", "connection", "campaigns", "events"]),
  /** In Electron's format, such as "CmdOrCtrl+K". Only displayed: the window handles its shortcuts itself. */
  accelerator: z
    .string()
    .max(60)
    .regex(/^[\w+,./;'\\[\]`=-]+$/)
    .optional(),
  enabled: z.boolean().default(true),
});
export type MenuCommand = z.output<typeof menuCommandSchema>;

/** An address in the window: a path with an optional query, such as "/fleet/endpoint/5?filter=status:0". */
export const addressSchema = z
  .string()
  .max(2000)
  .regex(/^\/[^/\\\s][^\\\s]*$|^\/$/);

export const shell = {
  operations: {
    /** Called by a window that has loaded; returns the deep link that opened it, once. Called again after a failed replacement of the database. */
    ready: operation(
      z.object({}),
      z.object({
        platform: z.string(),
        version: z.string(),
        online: z.boolean(),
        /** Why nothing can be changed or sent: the data directory is not writable, and saved data can be read. */
        readOnly: failureSchema.optional(),
        /** Why the database could not be opened after it was replaced: nothing can be read until `reopen`. */
        closed: failureSchema.optional(),
        pendingAddress: addressSchema.optional(),
      }),
    ),
    /**
     * Opens the data directory for writing, after it could only be read. Fails `disk-full`, `data-dir-read-only` or `data-dir-in-use`;
     * saved data can still be read then. Also opens a closed database; fails with the reason why it cannot.
     */
    reopen: operation(
      z.object({}),
      z.object({
        /** Half-written texts of the window persist after the program ends: its profile is below the data directory. */
        persistsDrafts: z.boolean(),
      }),
    ),
    /** Shows a file that this program exported in the file manager. Fails `link-refused` for any other. */
    showInFolder: operation(z.strictObject({ file: readsFileSchema }), nothingSchema),
    /**
     * Downloads the newer version, ends the work of the core, and starts the newer version. Fails `update-busy` while something is sent,
     * `update-none`, `update-failed`, or `not-offered` where the program cannot replace itself.
     */
    installUpdate: operation(z.object({}), nothingSchema),
    /** Replaces the window's commands in the application menu. */
    setMenu: operation(z.strictObject({ commands: z.array(menuCommandSchema).max(200) }), nothingSchema),
  },
  topics: {
    "shell.command": z.object({ id: z.string() }),
    "shell.address": z.object({ address: addressSchema }),
    "shell.connectivity": z.object({ online: z.boolean() }),
    /** `missed`: too many topics while the window was hidden; it has to load everything again. */
    "shell.visibility": z.object({ visible: z.boolean(), missed: z.boolean() }),
  },
} as const;
