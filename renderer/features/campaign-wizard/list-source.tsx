/** A list as a source: pasted, or a file dropped or chosen. It is added at once; its first rows and its column are shown. */
import { Button, FileButton, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { AudienceSource, AudienceSteps } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { KeptListCard } from "./kept-list-card.tsx";
import type { ListFile } from "./use-list-file.ts";
import classes from "./wizard.module.css";

export interface ListSourceProps {
  readonly file: ListFile;
  readonly audience: AudienceSteps;
  readonly onChange: (audience: AudienceSteps) => void;
}

export function ListSource({ file, audience, onChange }: ListSourceProps): ReactElement {
  const typed = useFleetdesk((state) => state.wizard?.body.typed?.["list"] ?? "");
  const typeInto = useFleetdesk((state) => state.typeInto);
  const { kept, note, problem, busy } = file;
  const isShown = (source: AudienceSource): boolean => "list" in source && source.list.id === kept?.id;
  // Removed from the audience, it is shown no longer.
  const present = audience.find(({ source }) => isShown(source))?.source;
  const choose = (by: string | undefined): void =>
    onChange(
      audience.map((step) =>
        "list" in step.source && isShown(step.source)
          ? { ...step, source: { list: { id: step.source.list.id, ...(by === undefined ? {} : { by }) } } }
          : step,
      ),
    );
  const remove = (): void => {
    onChange(audience.filter(({ source }) => !isShown(source)));
    file.forget();
  };
  return (
    <Panel title="A list: CSV file, or pasted">
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
        <Button disabled={typed.trim() === ""} loading={busy} onClick={() => void file.takePasted(typed)}>
          Add this list
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
      {kept === undefined || present === undefined ? undefined : (
        <KeptListCard
          by={"list" in present ? present.list.by : undefined}
          kept={kept}
          key={kept.id}
          note={note}
          onBy={choose}
          onRemove={remove}
        />
      )}
      {problem === undefined ? undefined : (
        <Callout title="This list cannot be used" tone="bad">
          <p>{problem}</p>
        </Callout>
      )}
    </Panel>
  );
}
