/** Every key at a glance, from the same objects that the keyboard obeys. */
import { Modal } from "@mantine/core";
import type { ReactElement } from "react";
import { commands } from "../../commands/all.ts";
import { keyParts } from "../../commands/keys.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Keys } from "../../ui/keys.tsx";
import classes from "./cheat-sheet.module.css";

/** Keys that belong to a list and not to a verb. */
const listKeys: readonly (readonly [string, readonly string[]])[] = [
  ["Up and down", ["j", "k"]],
  ["First and last", ["Home", "End"]],
  ["A page up and down", ["PageUp", "PageDown"]],
  ["Select", ["Space"]],
  ["Select a range", ["Shift", "↓"]],
  ["Select all, then all matching", ["Ctrl", "A"]],
  ["Copy", ["Ctrl", "C"]],
  ["Open", ["Enter"]],
  ["Back to the list", ["Esc"]],
];

export function CheatSheet(): ReactElement {
  const showOverlay = useFleetdesk((state) => state.showOverlay);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <Modal onClose={() => showOverlay("none")} opened size={760} title="Keyboard shortcuts">
      <div className={classes["columns"]}>
        {groups.map((group) => (
          <Section
            key={group}
            rows={commands.flatMap(({ group: of, title, keys }) =>
              of === group && keys !== undefined ? [[title, keyParts(keys)] as const] : [],
            )}
            title={group}
          />
        ))}
        <Section rows={listKeys} title="In a list" />
      </div>
    </Modal>
  );
}

interface SectionProps {
  readonly title: string;
  readonly rows: readonly (readonly [string, readonly string[]])[];
}

function Section({ title, rows }: SectionProps): ReactElement | undefined {
  if (rows.length === 0) return undefined;
  return (
    <section className={classes["section"]}>
      <h3>{title}</h3>
      <dl>
        {rows.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <Keys parts={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
