/** Keys as the hotkeys library, the application menu and a person write them. */
import { t } from "#shared/texts/text.ts";

const mac = /mac/i.test(navigator.userAgent);

const shownParts: Readonly<Record<string, string>> = {
  mod: mac ? "⌘" : t(($) => $.shell.keys.ctrl),
  shift: mac ? "⇧" : t(($) => $.shell.keys.shift),
  alt: mac ? "⌥" : t(($) => $.shell.keys.alt),
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

const acceleratorParts: Readonly<Record<string, string>> = {
  mod: "CmdOrCtrl",
  shift: "Shift",
  alt: "Alt",
  ArrowLeft: "Left",
  ArrowRight: "Right",
};

/** "mod+shift+L" → ["Ctrl", "Shift", "L"]; "shift+?" → ["?"]. */
export function keyParts(keys: string): string[] {
  const parts = keys.split("+");
  // A sign that needs Shift is named alone, as it stands on the key.
  const shown = parts.at(-1) === "?" ? ["?"] : parts;
  return shown.map((part) => shownParts[part] ?? part);
}

/** In Electron's words; undefined for keys that a menu cannot show. */
export function accelerator(keys: string): string | undefined {
  const parts = keys.split("+");
  if (parts.length < 2 || parts.at(-1) === "?") return undefined;
  return parts.map((part) => acceleratorParts[part] ?? part).join("+");
}
