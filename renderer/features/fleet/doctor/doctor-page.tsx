/** The identifier doctor: the input list at the left, a verdict per row at the right. */
import { t } from "#shared/texts/text.ts";
import {
  type ReactElement,
  useEffect,
  useRef,
  type FormEvent,
  type KeyboardEvent,
  useState,
  type ClipboardEvent,
  useMemo,
} from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { PageHead, Page } from "../../../ui/page-frame/page.tsx";
import { useConnection } from "../../../data/connection.ts";
import classes from "./doctor-page.module.css";
import { DoctorResult } from "./doctor-result.tsx";
import { currentInput, type DroppedFile, sameList } from "./doctor-slice.ts";
import { useExamination } from "./use-examination.ts";
import { ActionIcon, TextInput, Button, FileButton, NativeSelect, Textarea } from "@mantine/core";
import { IconPencil, IconTrash, IconFileText, IconFileUpload, IconX } from "@tabler/icons-react";
import type { Audience } from "#shared/contract/fleet/fleet.ts";
import { formatAddress } from "../../../lib/address.ts";
import { formatNumber, formatDateTime } from "#shared/format.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { runAction } from "../../../app/actions/run-action.tsx";
import { deleteAudience, renameAudience } from "../audience-actions.ts";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { saveColumn } from "../../../lib/saved-columns.ts";
import { Callout } from "../../../ui/callout.tsx";
import { DropZone } from "../../../ui/drop-zone/drop-zone.tsx";
import { identifierKindLabels, lineCount } from "./verdict-labels.ts";
import { readListFile, sizeProblem } from "../../../lib/file-text.ts";

export function DoctorPage(): ReactElement {
  const connection = useConnection()?.name;
  const requested = useFleetdesk((state) => state.examination);
  const examination = dataOf(useExamination());
  const examineList = useFleetdesk((state) => state.examineList);
  const stale = examination !== undefined && connection !== undefined && examination.connection !== connection;
  const isMoved = requested !== undefined && connection !== undefined && requested.connection !== connection;
  useEffect(() => {
    if (isMoved) examineList(connection);
  }, [isMoved, connection, examineList]);
  const announce = useFleetdesk((state) => state.announce);
  const result = useRef<HTMLDivElement>(null);
  const before = useRef(examination);
  useEffect(() => {
    // In a narrow window the verdicts are below the input, so they are scrolled into view.
    if (examination !== undefined && examination !== before.current) {
      result.current?.scrollIntoView({ block: "start" });
      announce(
        t(($) => $.fleet.doctor.finished, {
          count: examination.rows.length,
          resolved: examination.counts.resolved ?? 0,
        }),
      );
    }
    before.current = examination;
  }, [examination, announce]);
  const empty = useFleetdesk((state) => currentInput(state).text.trim() === "");
  const examine = (): void => {
    if (connection !== undefined && !empty) examineList(connection);
  };
  return (
    <Page className={classes["page"]} label={t(($) => $.fleet.doctor.title)}>
      <PageHead title={t(($) => $.fleet.doctor.title)}>
        <span className="muted">{t(($) => $.fleet.doctor.local)}</span>
      </PageHead>
      <div className={classes["body"]}>
        <div className={classes["left"]}>
          <ListInput onExamine={examine} />
          <AudienceList />
        </div>
        <div className={classes["right"]} ref={result}>
          <DoctorResult onExamine={examine} stale={stale} />
        </div>
      </div>
    </Page>
  );
}

// The saved audiences: show in the endpoint list, rename, delete with undo.

function AudienceList(): ReactElement | undefined {
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  if (audiences.length === 0) return undefined;
  return (
    <section aria-labelledby="audiences" className={classes["audiences"]}>
      <h2 id="audiences">{t(($) => $.fleet.audiences.title)}</h2>
      <ul>
        {audiences.map((audience) => (
          <Row audience={audience} key={audience.id} />
        ))}
      </ul>
    </section>
  );
}

function Row({ audience }: { readonly audience: Audience }): ReactElement {
  const [renaming, setRenaming] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  if (renaming)
    return (
      <li>
        <Rename
          audience={audience}
          onEnd={(failure) => {
            setRenaming(failure !== undefined);
            setProblem(failure);
          }}
          problem={problem}
        />
      </li>
    );
  const address = { path: ["fleet", "endpoint"], query: { audience: String(audience.id) } };
  return (
    <li>
      <a
        href={`#${formatAddress(address)}`}
        title={t(($) => $.fleet.audiences.created, { time: formatDateTime(audience.createdAt) })}
      >
        {audience.name}
      </a>
      <span className="muted">{formatNumber(audience.size)}</span>
      <ActionIcon
        aria-label={t(($) => $.fleet.audiences.rename, { name: audience.name })}
        onClick={() => setRenaming(true)}
        size={22}
      >
        <IconPencil aria-hidden="true" size={14} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        aria-label={t(($) => $.fleet.audiences.delete, { name: audience.name })}
        onClick={() => void runAction(deleteAudience, audience)}
        size={22}
      >
        <IconTrash aria-hidden="true" size={14} stroke={1.6} />
      </ActionIcon>
    </li>
  );
}

interface RenameProps {
  readonly audience: Audience;
  readonly problem: string | undefined;
  /** Receives the error message if renaming failed; the input is preserved. */
  readonly onEnd: (failure: string | undefined) => void;
}

function Rename({ audience, problem, onEnd }: RenameProps): ReactElement {
  const [name, setName] = useState(audience.name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void renameAudience(audience, name.trim()).then(onEnd);
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onEnd(undefined);
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        aria-label={t(($) => $.fleet.audiences.newName, { name: audience.name })}
        error={problem}
        maxLength={120}
        onChange={({ currentTarget: { value } }) => setName(value)}
        onKeyDown={leave}
        ref={field}
        value={name}
      />
    </form>
  );
}

// The list input: typed, pasted, or a file dropped anywhere on it. Entered text is never lost.

/** Characters. A longer paste is stored separately: a text field of a hundred thousand lines is too slow to edit. */
const longPaste = 300_000;

function ListInput({ onExamine }: { readonly onExamine: () => void }): ReactElement {
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
      <div className="controls">
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
