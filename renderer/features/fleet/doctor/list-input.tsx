/** The list input: typed, pasted, or a file dropped anywhere on it. Entered text is never lost. */
import { t } from "#shared/texts/text.ts";
import { Button, FileButton, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import type { ClipboardEvent, KeyboardEvent, ReactElement } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { currentConnection } from "../../connections/connections-slice.ts";
import classes from "./doctor-page.module.css";
import { currentInput, sameList } from "./doctor-slice.ts";
import { DropZone } from "../../../ui/drop-zone/drop-zone.tsx";
import { FileCard } from "./file-card.tsx";
import { ListReading } from "./list-reading.tsx";
import { useTakeFile } from "./use-take-file.ts";
import { lineCount } from "./verdict-labels.ts";

/** Characters. A longer paste is stored separately: a text field of a hundred thousand lines is too slow to edit. */
const longPaste = 300_000;

export function ListInput({ onExamine }: { readonly onExamine: () => void }): ReactElement {
  const text = useFleetdesk((state) => state.doctorText);
  const file = useFleetdesk((state) => state.doctorFile);
  const problem = useFleetdesk((state) => state.doctorFileProblem);
  const typeList = useFleetdesk((state) => state.typeList);
  const dropFile = useFleetdesk((state) => state.dropFile);
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const take = useTakeFile();
  const examineByKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onExamine();
  };
  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted.length < longPaste) return;
    event.preventDefault();
    dropFile({ name: t(($) => $.fleet.doctor.pastedList), text: pasted }, connection);
  };
  return (
    <DropZone label={t(($) => $.fleet.doctor.dropZone)} onFiles={(files) => void take(files)}>
      {file === undefined ? (
        <Textarea
          autosize
          classNames={{ input: classes["text"] ?? "" }}
          description={text === "" ? undefined : t(($) => $.fleet.doctor.lines, { count: lineCount(text) })}
          inputWrapperOrder={["label", "input", "description"]}
          label={t(($) => $.fleet.doctor.list)}
          maxRows={22}
          minRows={10}
          onChange={({ currentTarget: { value } }) => typeList(value)}
          onKeyDown={examineByKey}
          onPaste={paste}
          placeholder={t(($) => $.fleet.doctor.listPlaceholder)}
          spellCheck={false}
          value={text}
        />
      ) : (
        <FileCard file={file} hasText={text !== ""} />
      )}
      {problem === undefined ? undefined : <Callout tone="bad">{problem}</Callout>}
      <ListReading />
      <div className={classes["actions"]}>
        <ExamineButton onExamine={onExamine} />
        <FileButton
          accept=".csv,.txt,.tsv,text/*"
          onChange={(selected) => void take(selected === null ? [] : [selected])}
        >
          {(props) => (
            <Button {...props} leftSection={<IconFileUpload aria-hidden="true" size={15} stroke={1.6} />}>
              {t(($) => $.fleet.doctor.openFile)}
            </Button>
          )}
        </FileButton>
      </div>
    </DropZone>
  );
}

function ExamineButton({ onExamine }: { readonly onExamine: () => void }): ReactElement {
  const empty = useFleetdesk((state) => currentInput(state).text.trim() === "");
  const busy = useFleetdesk((state) => state.examination.state === "loading");
  const current = useFleetdesk((state) => {
    const examination = dataOf(state.examination);
    return examination !== undefined && sameList(examination.of, currentInput(state));
  });
  return (
    <Button
      disabled={empty}
      loading={busy}
      onClick={onExamine}
      title={t(($) => $.fleet.doctor.checkShortcut)}
      variant={current ? "default" : "filled"}
    >
      {current ? t(($) => $.fleet.doctor.checkAgain) : t(($) => $.fleet.doctor.check)}
    </Button>
  );
}
