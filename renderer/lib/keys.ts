/** Keyboard shortcuts in three notations: of the hotkeys library, of the application menu, and for display. */
import { t } from "#shared/texts/text.ts";

const mac = /mac/i.test(navigator.userAgent);

const displayNames: Readonly<Record<string, string>> = {
  mod: mac ? "⌘" : t(($) => $.shell.keys.ctrl),
  shift: mac ? "⇧" : t(($) => $.shell.keys.shift),
  alt: mac ? "⌥" : t(($) => $.shell.keys.alt),
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

const acceleratorNames: Readonly<Record<string, string>> = {
  mod: "CmdOrCtrl",
  shift: "Shift",
  alt: "Alt",
  ArrowLeft: "Left",
  ArrowRight: "Right",
};

/** "mod+shift+L" → ["Ctrl", "Shift", "L"]; "shift+?" → ["?"]. */
export function keyLabels(keys: string): string[] {
  const segments = keys.split("+");
  // A character that needs Shift is shown alone, as printed on the key.
  const visible = segments.at(-1) === "?" ? ["?"] : segments;
  return visible.map((part) => displayNames[part] ?? part);
}

/** Electron's accelerator; undefined for keys that a menu cannot show. */
export function accelerator(keys: string): string | undefined {
  const segments = keys.split("+");
  if (segments.length < 2 || segments.at(-1) === "?") return undefined;
  return segments.map((part) => acceleratorNames[part] ?? part).join("+");
}
