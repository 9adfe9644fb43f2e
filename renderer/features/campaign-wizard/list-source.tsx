/** A list as a source: pasted, or a file dropped or chosen. Its first rows are shown before it counts. */
import { Button, FileButton, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { AudienceSource } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { KeptListCard } from "./kept-list-card.tsx";
import type { ListFile } from "./use-list-file.ts";
import classes from "./wizard.module.css";

export interface ListSourceProps {
  readonly file: ListFile;
  readonly onAdd: (source: AudienceSource) => void;
}

export function ListSource({ file, onAdd }: ListSourceProps): ReactElement {
  const typed = useFleetdesk((state) => state.wizard?.body.typed?.["list"] ?? "");
  const typeInto = useFleetdesk((state) => state.typeInto);
  const { kept, note, problem, busy } = file;
  const add = (by: string | undefined): void => {
    if (kept === undefined) return;
    onAdd({ list: { id: kept.id, ...(by === undefined ? {} : { by }) } });
    if (kept.name === pastedName) typeInto("list", undefined);
    file.forget();
  };
  return (
    <Panel title="A list: CSV file, or pasted">
      {kept === undefined ? (
        <>
          <Textarea
            aria-label="Pasted list"
            autosize
            maxRows={8}
            minRows={3}
            onChange={({ currentTarget }) => typeInto("list", currentTarget.value)}
            placeholder={
              "Drop a CSV anywhere on this page, or paste identifiers: one per line,\nor a table copied from a spreadsheet"
            }
            spellCheck={false}
            value={typed}
          />
          <div className={classes["buttons"]}>
            <Button disabled={typed.trim() === ""} loading={busy} onClick={() => void file.takeText(pastedName, typed)}>
              Read this list
            </Button>
            <FileButton
              accept=".csv,.txt,.tsv,text/*"
              onChange={(chosen) => void file.take(chosen === null ? [] : [chosen])}
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
        <KeptListCard key={kept.id} kept={kept} note={note} onAdd={add} onForget={file.forget} />
      )}
      {problem === undefined ? undefined : (
        <Callout title="This list cannot be used" tone="bad">
          <p>{problem}</p>
        </Callout>
      )}
    </Panel>
  );
}

const pastedName = "Pasted list";
