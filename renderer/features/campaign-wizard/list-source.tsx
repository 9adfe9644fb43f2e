/** A list as a source: pasted, or a file dropped or chosen. It is kept with the draft; its first rows are shown before it counts. */
import { Button, FileButton, Select, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { AudienceSource } from "#contract/campaign-words.ts";
import type { KeptList } from "#contract/drafts.ts";
import { readListFile, sizeProblem } from "../../lib/file-text.ts";
import { fleet } from "../../lib/fleet.ts";
import { counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { DropZone } from "../../ui/drop-zone/drop-zone.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./wizard.module.css";

export function ListSource({ onAdd }: { readonly onAdd: (source: AudienceSource) => void }): ReactElement {
  const typed = useFleetdesk((state) => state.wizard?.body.typed?.["list"] ?? "");
  const body = useFleetdesk((state) => state.wizard?.body);
  const write = useFleetdesk((state) => state.write);
  const [kept, setKept] = useState<KeptList>();
  const [problem, setProblem] = useState<string>();
  const { busy, failure, run, forgetFailure } = useCall();
  const type = (text: string): void => {
    const { list: _before, ...rest } = body?.typed ?? {};
    write({ typed: text === "" ? rest : { ...rest, list: text } });
  };
  const keep = (name: string, text: string): void =>
    void run(async () => {
      setProblem(undefined);
      setKept(await fleet.drafts.keepList({ name, text }));
    });
  const take = async (files: readonly File[]): Promise<void> => {
    forgetFailure();
    const [file, ...others] = files;
    if (file === undefined) return;
    if (others.length > 0) return setProblem("Several files were dropped. Drop one at a time.");
    const tooMuch = sizeProblem(file.name, file.size);
    if (tooMuch !== undefined) return setProblem(tooMuch);
    try {
      const read = readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if ("problem" in read) setProblem(read.problem);
      else keep(file.name, read.text);
    } catch {
      setProblem(`“${file.name}” could not be read. Is it a folder, or open elsewhere?`);
    }
  };
  const add = (by: string | undefined): void => {
    if (kept === undefined) return;
    onAdd({ list: { id: kept.id, ...(by === undefined ? {} : { by }) } });
    setKept(undefined);
    type("");
  };
  return (
    <DropZone label="A list" onFiles={(files) => void take(files)}>
      <Panel title="A list">
        {kept === undefined ? (
          <>
            <Textarea
              aria-label="Pasted list"
              autosize
              maxRows={8}
              minRows={3}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              placeholder={"Drop a CSV here, or paste identifiers: one per line,\nor a table copied from a spreadsheet"}
              spellCheck={false}
              value={typed}
            />
            <div className={classes["buttons"]}>
              <Button disabled={typed.trim() === ""} loading={busy} onClick={() => keep("Pasted list", typed)}>
                Read this list
              </Button>
              <FileButton
                accept=".csv,.txt,.tsv,text/*"
                onChange={(chosen) => void take(chosen === null ? [] : [chosen])}
              >
                {(props) => (
                  <Button {...props} leftSection={<IconFileUpload aria-hidden="true" size={15} stroke={1.6} />}>
                    Open a file…
                  </Button>
                )}
              </FileButton>
            </div>
          </>
        ) : (
          <KeptListCard key={kept.id} kept={kept} onAdd={add} onDrop={() => setKept(undefined)} />
        )}
        {problem === undefined && failure === undefined ? undefined : (
          <Callout title="This list cannot be used" tone="bad">
            <p>{problem ?? failure?.message}</p>
          </Callout>
        )}
      </Panel>
    </DropZone>
  );
}

interface KeptListCardProps {
  readonly kept: KeptList;
  readonly onAdd: (by: string | undefined) => void;
  readonly onDrop: () => void;
}

/** The columns and first rows of a list, and which column names the endpoint. */
function KeptListCard({ kept, onAdd, onDrop }: KeptListCardProps): ReactElement {
  const { name, columns, rows, head, column } = kept;
  const [by, setBy] = useState<string | null>(column ?? null);
  const named = columns.filter((title) => title !== "");
  return (
    <>
      <p>
        <b>{name}</b> <span className="muted">{counted(rows, "row")}</span>
      </p>
      <div className={classes["scroll"]}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              {columns.map((title, at) => (
                // Columns may have the same name.
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <th data-by={title === by || undefined} key={`${at} ${title}`}>
                  {title === "" ? "without a name" : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.slice(0, 5).map((values, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the first rows of a file never change places
              <tr key={at}>
                {columns.map((title, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td className="mono" data-by={title === by || undefined} key={`${index} ${title}`}>
                    {values[index] ?? ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {named.length > 1 ? (
        <Select
          allowDeselect={false}
          data={[...new Set(named)]}
          description={column === undefined ? "None was recognised by itself." : "Recognised by itself."}
          label="The column that names the endpoint"
          onChange={setBy}
          value={by}
        />
      ) : undefined}
      <div className={classes["buttons"]}>
        <Button
          disabled={named.length > 1 && by === null}
          onClick={() => onAdd(by === column || by === null ? undefined : by)}
          variant="filled"
        >
          Add this list
        </Button>
        <Button onClick={onDrop}>Another list</Button>
      </div>
    </>
  );
}
