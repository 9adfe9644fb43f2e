import { t } from "#shared/texts/text.ts";
import { always, type Command } from "./command.ts";

/** Panes carry `data-pane`. Focus moves to the element that last had focus in that pane, else to its first focusable element. */
export const nextPane: Command = {
  id: "next-pane",
  title: t(($) => $.shell.commands.nextPane.title),
  group: "view",
  keys: "F6",
  whileTyping: true,
  enabled: always,
  run: () => step(1),
};

export const previousPane: Command = {
  id: "previous-pane",
  title: t(($) => $.shell.commands.previousPane.title),
  group: "view",
  keys: "shift+F6",
  whileTyping: true,
  enabled: always,
  run: () => step(-1),
};

const focusable =
  '[role="grid"][tabindex], a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

function step(direction: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  for (let tried = 1; tried <= panes.length; tried += 1) {
    const from = here < 0 && direction < 0 ? 0 : here;
    const pane = panes[(from + direction * tried + panes.length * 2) % panes.length];
    const target = pane?.querySelector<HTMLElement>("[data-pane-focus]") ?? pane?.querySelector<HTMLElement>(focusable);
    if (target !== null && target !== undefined) {
      target.focus();
      return;
    }
  }
}
