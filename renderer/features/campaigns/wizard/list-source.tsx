/** Adds a list: pasted text, or a dropped or selected file. It is added immediately; its first rows and its identifier column are shown. */
import { t } from "#shared/texts/text.ts";
import { Button, FileButton, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { AudienceSource, AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SavedListCard } from "./saved-list-card.tsx";
import type { ListFile } from "./use-list-file.ts";
import classes from "./wizard.module.css";

export interface ListSourceProps {
  readonly file: ListFile;
  readonly audience: AudienceSteps;
  readonly onChange: (audience: AudienceSteps) => void;
}

export function ListSource({ file, audience, onChange }: ListSourceProps): ReactElement {
  const input = useFleetdesk((state) => state.wizard?.body.invalidInput?.["list"] ?? "");
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const { lists, workOn, problem, busy } = file;
  const choose = (id: number, by: string | undefined): void => {
    workOn(id);
    onChange(audience.map((step) => (isOf(id, step.source) ? { ...step, source: { list: { id, by } } } : step)));
  };
  return (
    <Panel title={t(($) => $.planning.list.title)}>
      <Textarea
        aria-label={t(($) => $.planning.list.pasted)}
        autosize
        maxRows={8}
        minRows={3}
        onChange={({ currentTarget }) => typeInto("list", currentTarget.value)}
        placeholder={t(($) => $.planning.list.placeholder)}
        spellCheck={false}
        value={input}
      />
      <div className={classes["buttons"]}>
        <Button disabled={input.trim() === ""} loading={busy} onClick={() => void file.takePasted(input)}>
          {t(($) => $.planning.list.add)}
        </Button>
        <FileButton
          accept=".csv,.txt,.tsv,text/*"
          onChange={(selected) => void file.take(selected === null ? [] : [selected])}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload aria-hidden="true" size={15} stroke={1.6} />}>
              {t(($) => $.planning.list.openFile)}
            </Button>
          )}
        </FileButton>
      </div>
      {lists.map(({ list, note }) => (
        <SavedListCard
          by={columnOf(list.id, audience)}
          list={list}
          key={list.id}
          note={note}
          onBy={(by) => choose(list.id, by)}
          onRemove={() => onChange(audience.filter(({ source }) => !isOf(list.id, source)))}
        />
      ))}
      {problem === undefined ? undefined : (
        <Callout title={t(($) => $.planning.list.failed)} tone="bad">
          <p>{problem}</p>
        </Callout>
      )}
    </Panel>
  );
}

function isOf(id: number, source: AudienceSource): boolean {
  return "list" in source && source.list.id === id;
}

/** The identifier column selected for a list. */
function columnOf(id: number, audience: AudienceSteps): string | undefined {
  const [by] = audience.flatMap(({ source }) => ("list" in source && source.list.id === id ? [source.list.by] : []));
  return by;
}
