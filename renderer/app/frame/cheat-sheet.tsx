/** Overview of all keyboard shortcuts, from the same actions that they run. */
import { t } from "#shared/texts/text.ts";
import { Button, Modal } from "@mantine/core";
import type { ReactElement } from "react";
import { keyLabels } from "../../lib/keys.ts";
import { titleOf } from "../actions/action.ts";
import { appActions } from "../actions/registry.ts";
import { rowActions, type RowTarget } from "../actions/row-actions.ts";
import { useFleetdesk } from "../store/store.ts";
import { Keys } from "../../ui/keys.tsx";
import classes from "./cheat-sheet.module.css";

const anyRow: RowTarget = { kind: "endpoint", connection: "", count: 0 };

/** Keys in lists: of the list itself, and of the actions on its rows. */
const listKeys: readonly (readonly [string, readonly string[]])[] = [
  [t(($) => $.shell.shortcuts.upAndDown), ["j", "k"]],
  [t(($) => $.shell.shortcuts.firstAndLast), [t(($) => $.shell.keys.home), t(($) => $.shell.keys.end)]],
  [t(($) => $.shell.shortcuts.page), [t(($) => $.shell.keys.pageUp), t(($) => $.shell.keys.pageDown)]],
  [t(($) => $.shell.shortcuts.select), [t(($) => $.shell.keys.space)]],
  [t(($) => $.shell.shortcuts.selectRange), [t(($) => $.shell.keys.shift), "↓"]],
  [t(($) => $.shell.shortcuts.selectAll), [t(($) => $.shell.keys.ctrl), "A"]],
  [t(($) => $.common.copy), [t(($) => $.shell.keys.ctrl), "C"]],
  [t(($) => $.shell.shortcuts.open), [t(($) => $.shell.keys.enter)]],
  [t(($) => $.shell.shortcuts.backToList), [t(($) => $.shell.keys.escape)]],
  [t(($) => $.shell.shortcuts.rowMenu), [t(($) => $.shell.keys.shift), "F10"]],
  ...rowActions.flatMap((action): (readonly [string, readonly string[]])[] =>
    action.keys === undefined ? [] : [[titleOf(action, anyRow), keyLabels(action.keys)]],
  ),
];

export function CheatSheet(): ReactElement {
  const showOverlay = useFleetdesk((state) => state.showOverlay);
  const navigate = useFleetdesk((state) => state.navigate);
  return (
    <Modal onClose={() => showOverlay("none")} opened size={760} title={t(($) => $.shell.commands.showShortcuts.title)}>
      <ShortcutSections />
      <Button
        onClick={() => {
          showOverlay("none");
          navigate({ path: ["help"], query: {} });
        }}
      >
        {t(($) => $.shell.pages.help)}
      </Button>
    </Modal>
  );
}

/** The shortcuts by group, and those of lists. */
export function ShortcutSections(): ReactElement {
  const groups = [...new Set(appActions.map(({ group }) => group))];
  return (
    <div className={classes["columns"]}>
      {groups.map((group) => (
        <Section
          key={group}
          rows={appActions.flatMap(({ group: of, title, keys }) =>
            of === group && keys !== undefined ? [[title, keyLabels(keys)] as const] : [],
          )}
          title={t(($) => $.shell.commandGroups[group])}
        />
      ))}
      <Section rows={listKeys} title={t(($) => $.shell.shortcuts.lists)} />
    </div>
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
      <h2>{title}</h2>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Keys labels={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
