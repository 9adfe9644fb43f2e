/** The list input: typed, pasted, or a file dropped anywhere on it. Entered text is never lost. */
import { t } from "#shared/texts/text.ts";
import { ActionIcon, Button, FileButton, NativeSelect, Textarea } from "@mantine/core";
import { IconFileText, IconFileUpload, IconX } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, type ReactElement, useMemo } from "react";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { saveColumn } from "../../../lib/saved-columns.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { useConnection } from "../../../data/connection.ts";
import classes from "./doctor-page.module.css";
import { currentInput, type DroppedFile, sameList } from "./doctor-slice.ts";
import { DropZone } from "../../../ui/drop-zone/drop-zone.tsx";
import { useExamination } from "./use-examination.ts";
import { identifierKindLabels, lineCount } from "./verdict-labels.ts";
import { readListFile, sizeProblem } from "../../../lib/file-text.ts";

/** Characters. A longer paste is stored separately: a text field of a hundred thousand lines is too slow to edit. */
const longPaste = 300_000;

export function ListInput({ onExamine }: { readonly onExamine: () => void }): ReactElement {
  const text = useFleetdesk((state) => state.doctorText);
  const file = useFleetdesk((state) => state.doctorFile);
  const problem = useFleetdesk((state) => state.doctorFileProblem);
  const typeList = useFleetdesk((state) => state.typeList);
  const dropFile = useFleetdesk((state) => state.dropFile);
  const connection = useConnection()?.name;
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
          accept=".csv,.txt,.tsv,.xlsx,text/*"
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
  const examination = useExamination();
  const busy = examination.state === "loading";
  const examined = dataOf(examination)?.of;
  const current = useFleetdesk((state) => examined !== undefined && sameList(examined, currentInput(state)));
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

/** A dropped file, shown instead of the text field; the entered text is preserved. */
function FileCard({ file, hasText }: { readonly file: DroppedFile; readonly hasText: boolean }): ReactElement {
  const dropFile = useFleetdesk((state) => state.dropFile);
  const lines = useMemo(() => lineCount(file.text), [file]);
  return (
    <div className={classes["file"]}>
      <IconFileText aria-hidden="true" size={18} stroke={1.5} />
      <div>
        <b>{file.name}</b>
        <p className="muted">{t(($) => $.fleet.doctor.lines, { count: lines })}</p>
        {file.note === undefined ? undefined : <p className="muted">{file.note}</p>}
        {hasText ? <p className="muted">{t(($) => $.fleet.doctor.textRestored)}</p> : undefined}
      </div>
      <ActionIcon
        aria-label={t(($) => $.fleet.doctor.removeFile, { name: file.name })}
        onClick={() => dropFile(undefined, undefined)}
      >
        <IconX aria-hidden="true" size={16} />
      </ActionIcon>
    </div>
  );
}

/** Parsing options that cannot always be detected: kind of identifier, and column. */
function ListReading(): ReactElement {
  const kind = useFleetdesk((state) => state.doctorKind);
  const selectedColumn = useFleetdesk((state) => state.doctorColumn);
  const result = dataOf(useExamination());
  const readListAs = useFleetdesk((state) => state.readListAs);
  const columns = result?.columns ?? [];
  return (
    <div className={classes["reading"]}>
      <NativeSelect
        data={[
          { value: "", label: t(($) => $.fleet.doctor.detectKind) },
          ...Object.entries(identifierKindLabels).map(([value, label]) => ({ value, label: label })),
        ]}
        label={t(($) => $.fleet.doctor.kind)}
        onChange={({ currentTarget: { value } }) =>
          readListAs({ kind: value === "" ? undefined : (value as IdentifierKind) })
        }
        size="xs"
        value={kind ?? ""}
      />
      {columns.length < 2 ? undefined : (
        <NativeSelect
          data={columns.map((name, index) => ({ value: String(index + 1), label: `${index + 1} ${name}` }))}
          label={t(($) => $.fleet.doctor.column)}
          onChange={({ currentTarget: { value } }) => {
            saveColumn(columns, columns[Number(value) - 1]);
            readListAs({ column: Number(value) });
          }}
          size="xs"
          value={String(selectedColumn ?? result?.column?.number ?? 1)}
        />
      )}
    </div>
  );
}

/** Accepts one file as the list; otherwise shows why it was rejected. */
function useTakeFile(): (files: readonly File[]) => Promise<void> {
  const dropFile = useFleetdesk((state) => state.dropFile);
  const connection = useConnection()?.name;
  const rejectFile = useFleetdesk((state) => state.rejectFile);
  return async (files) => {
    const [file, ...rest] = files;
    if (file === undefined) return;
    if (rest.length > 0) return rejectFile(t(($) => $.fleet.doctor.oneFileOnly));
    const tooMuch = sizeProblem(file.name, file.size);
    if (tooMuch !== undefined) return rejectFile(tooMuch);
    try {
      const read = await readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if ("problem" in read) rejectFile(read.problem);
      else dropFile({ name: file.name, ...read }, connection);
    } catch {
      rejectFile(t(($) => $.fleet.doctor.fileUnreadable, { name: file.name }));
    }
  };
}
