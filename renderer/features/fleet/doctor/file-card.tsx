/** A dropped file, shown instead of the text field; the entered text is preserved. */
import { t } from "#shared/texts/text.ts";
import { ActionIcon } from "@mantine/core";
import { IconFileText, IconX } from "@tabler/icons-react";
import { type ReactElement, useMemo } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import classes from "./doctor-page.module.css";
import type { DroppedFile } from "./doctor-slice.ts";
import { lineCount } from "./verdict-labels.ts";

export function FileCard({ file, hasText }: { readonly file: DroppedFile; readonly hasText: boolean }): ReactElement {
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
