/** The standing list of those who are never sent to: how long it is, and a small editor. */
import { ActionIcon, Button, Textarea, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactElement, useCallback, useState } from "react";
import type { Suppressed } from "#contract/suppression.ts";
import { fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useRemote } from "../../ui/use-remote.ts";
import classes from "./wizard.module.css";

export function SuppressionLine(): ReactElement {
  const [turn, setTurn] = useState(0);
  const values = useFleetdesk((state) => state.wizard?.body.typed?.["suppress"] ?? "");
  const typeInto = useFleetdesk((state) => state.typeInto);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const [opened, setOpened] = useState(values !== "");
  const [note, setNote] = useState("");
  const [added, setAdded] = useState<Added>();
  const list = useRemote(useCallback((signal) => listAt(connection, turn, signal), [connection, turn]));
  const { busy, failure, run } = useCall();
  const entries = shown(list)?.entries ?? [];
  const scope = connection === undefined ? {} : { connection };
  // What it means for the audience is judged anew by itself.
  const changed = (): void => setTurn((before) => before + 1);
  const add = (): void =>
    void run(async () => {
      setAdded(await fleet.suppression.add({ ...scope, text: values, textName: "what was pasted", note }));
      typeInto("suppress", undefined);
      setNote("");
      changed();
    });
  const remove = (value: string): void =>
    void run(async () => {
      await fleet.suppression.remove({ ...scope, values: [value] });
      changed();
    });
  return (
    <Panel
      aside={<Button onClick={() => setOpened(!opened)}>{opened ? "Close" : "Look or change…"}</Button>}
      title="Never sent to"
    >
      <p className="muted">
        {list.state === "failed"
          ? list.failure.message
          : `${counted(entries.length, "entry", "entries")} on the standing list of this connection; heeded again while it is sent.`}
      </p>
      {opened ? (
        <>
          <Textarea
            autosize
            label="Identifiers to add"
            maxRows={6}
            minRows={2}
            onChange={({ currentTarget }) => typeInto("suppress", currentTarget.value)}
            value={values}
          />
          <TextInput label="Why" onChange={({ currentTarget }) => setNote(currentTarget.value)} value={note} />
          <div className={classes["buttons"]}>
            <Button disabled={values.trim() === ""} loading={busy} onClick={add}>
              Add to the list
            </Button>
          </div>
          {added === undefined || failure !== undefined ? undefined : <p role="status">{addedWords(added)}</p>}
          {failure === undefined ? undefined : (
            <Callout title="The list stays as it is" tone="bad">
              <p>{failure.message}</p>
            </Callout>
          )}
          <ul className={classes["entries"]}>
            {entries.map(({ value, note: why, name, kept = [] }) => (
              <li key={value}>
                <span className="mono">{value}</span>
                <span className="muted">
                  {[name, ...kept.map(keptWords), why].filter((word) => word !== undefined && word !== "").join(" · ")}
                </span>
                <ActionIcon aria-label={`Take ${value} off the list`} disabled={busy} onClick={() => remove(value)}>
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

/** A device that the entry does not name any more, and protects all the same. */
function keptWords({ endpoint, name, was }: NonNullable<Suppressed["kept"]>[number]): string {
  return was !== undefined && was !== name
    ? `${name ?? endpoint}, was ${was}`
    : `${name ?? endpoint}, carried it before`;
}

type Added = Awaited<ReturnType<typeof fleet.suppression.add>>;

function addedWords({ added, named, nobody, nobodyFirst }: Added): string {
  const known = `${count(added)} added; ${count(named)} of what was given name an endpoint of the local copy.`;
  if (nobody === 0) return known;
  const more = nobody > nobodyFirst.length ? ", …" : "";
  return `${known} ${count(nobody)} name nobody now: ${nobodyFirst.join(", ")}${more}`;
}

/** `_turn` only makes it another question. */
async function listAt(
  connection: string | undefined,
  _turn: number,
  signal: AbortSignal,
): ReturnType<typeof fleet.suppression.list> {
  return await fleet.suppression.list(connection === undefined ? {} : { connection }, signal);
}
