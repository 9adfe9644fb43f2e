/** The suppression list: its size, and a small editor. */
import { formatText, t } from "#shared/texts/text.ts";
import { ActionIcon, Button, Textarea, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactElement, useCallback, useState } from "react";
import type { Suppressed } from "#shared/contract/campaigns/suppression.ts";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { runAction, useActionCall } from "../../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import {
  type AddedEntries,
  addToSuppressionList,
  removeFromSuppressionList,
  type SuppressionInput,
} from "../suppression-actions.ts";
import classes from "./wizard.module.css";

export function SuppressionLine(): ReactElement {
  const [turn, setTurn] = useState(0);
  const values = useFleetdesk((state) => state.wizard?.body.invalidInput?.["suppress"] ?? "");
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const [opened, setOpened] = useState(values !== "");
  const [note, setNote] = useState("");
  const [added, setAdded] = useState<AddedEntries>();
  const list = useAsyncState(useCallback((signal) => listAt(connection, turn, signal), [connection, turn]));
  const entries = dataOf(list)?.entries ?? [];
  const scope = connection === undefined ? {} : { connection };
  // The preview is refreshed separately; only the list is loaded again here.
  const changed = (): void => setTurn((before) => before + 1);
  const input: SuppressionInput = {
    ...scope,
    text: values,
    note,
    onAdded: (result) => {
      setAdded(result);
      typeInto("suppress", undefined);
      setNote("");
      changed();
    },
  };
  const { failure, busy, disabledReason, run } = useActionCall(addToSuppressionList, input);
  const remove = async (value: string): Promise<void> => {
    if (await runAction(removeFromSuppressionList, { ...scope, values: [value] })) changed();
  };
  return (
    <Panel
      aside={
        <Button onClick={() => setOpened(!opened)}>
          {opened ? t(($) => $.common.close) : t(($) => $.planning.suppression.manage)}
        </Button>
      }
      title={t(($) => $.planning.suppression.title)}
    >
      <p className="muted">
        {list.state === "failed"
          ? formatText(list.failure.text)
          : t(($) => $.planning.suppression.entries, { count: entries.length })}
      </p>
      {opened ? (
        <>
          <Textarea
            autosize
            data-field="suppress"
            label={t(($) => $.planning.suppression.identifiers)}
            maxRows={6}
            minRows={2}
            onChange={({ currentTarget }) => typeInto("suppress", currentTarget.value)}
            value={values}
          />
          <TextInput
            label={t(($) => $.planning.suppression.reason)}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            value={note}
          />
          <div className={classes["buttons"]}>
            <Button
              disabled={disabledReason !== undefined}
              loading={busy}
              onClick={() => void run(input)}
              title={disabledReason}
            >
              {t(($) => $.campaigns.suppression.add)}
            </Button>
          </div>
          {added === undefined || failure !== undefined ? undefined : <p role="status">{formatAdded(added)}</p>}
          {failure === undefined ? undefined : (
            <Callout title={t(($) => $.planning.suppression.failed)} tone="bad">
              <p>{formatText(failure.text)}</p>
            </Callout>
          )}
          <ul className={classes["entries"]}>
            {entries.map(({ value, note: reason, name, formerEndpoints: previous = [] }) => (
              <li key={value}>
                <span className="mono">{value}</span>
                <span className="muted">
                  {[name, ...previous.map(formatPrevious), reason]
                    .filter((word) => word !== undefined && word !== "")
                    .join(" · ")}
                </span>
                <ActionIcon
                  aria-label={t(($) => $.campaigns.suppression.remove, { value })}
                  disabled={busy}
                  onClick={() => void remove(value)}
                >
                  <IconX aria-hidden="true" size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      ) : undefined}
    </Panel>
  );
}

/** An endpoint that the entry no longer identifies but still protects. */
function formatPrevious({ endpoint, name, was }: NonNullable<Suppressed["formerEndpoints"]>[number]): string {
  return was !== undefined && was !== name
    ? t(($) => $.planning.suppression.renamed, { name: name ?? endpoint, before: was })
    : t(($) => $.planning.suppression.carriedBefore, { name: name ?? endpoint });
}

function formatAdded({ added, named, unmatched, firstUnmatched }: AddedEntries): string {
  const sentences = [
    t(($) => $.planning.suppression.added, { count: added }),
    t(($) => $.planning.suppression.matching, { count: named }),
  ];
  if (unmatched === 0) return sentences.join(" ");
  const first = firstUnmatched.join(", ");
  const values =
    unmatched > firstUnmatched.length ? t(($) => $.planning.suppression.andMore, { values: first }) : first;
  return [...sentences, t(($) => $.planning.suppression.notMatching, { count: unmatched, values })].join(" ");
}

/** `_turn` triggers a reload. */
async function listAt(
  connection: string | undefined,
  _turn: number,
  signal: AbortSignal,
): ReturnType<typeof fleet.suppression.list> {
  return await fleet.suppression.list(connection === undefined ? {} : { connection }, signal);
}
