import type { Command } from "./command.ts";

/** Fields that narrow a list carry `data-filter`. */
export const focusFilter: Command = {
  id: "focus-filter",
  title: "To the filter",
  group: "Fleet",
  keys: "/",
  enabled: () => true,
  run: () => document.querySelector<HTMLElement>("[data-filter]")?.focus(),
};
