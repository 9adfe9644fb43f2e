import { t } from "#shared/texts/text.ts";
import type { Command } from "./command.ts";

/** Filter fields carry `data-filter`. */
export const focusFilter: Command = {
  id: "focus-filter",
  title: t(($) => $.shell.commands.focusFilter.title),
  group: "fleet",
  keys: "/",
  enabled: () => true,
  run: () => document.querySelector<HTMLElement>("[data-filter]")?.focus(),
};
