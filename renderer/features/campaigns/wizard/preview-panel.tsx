/** Result of the audience: the number of recipients, and all exclusions with row and reason. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ExclusionRows } from "./exclusion-rows.tsx";
import { usePreview } from "./use-preview.ts";
import classes from "./wizard.module.css";
import type { Preview } from "./wizard-slice.ts";

export function PreviewPanel(): ReactElement {
  const { preview, busy, problem } = usePreview();
  const refresh = useFleetdesk((state) => state.previewWizard);
  const data = dataOf(preview);
  return (
    <Panel
      aside={busy ? <span className="muted">{t(($) => $.planning.preview.updating)}</span> : undefined}
      title={t(($) => $.planning.preview.title)}
    >
      {problem === undefined ? undefined : (
        <Callout
          actions={<Button onClick={() => void refresh()}>{t(($) => $.planning.preview.checkAgain)}</Button>}
          title={t(($) => $.planning.preview.failed)}
          tone="bad"
        >
          <p>{problem}</p>
        </Callout>
      )}
      {data !== undefined ? (
        <PreviewSummary preview={data} />
      ) : problem === undefined ? (
        <p className="muted">{busy ? t(($) => $.planning.preview.checking) : t(($) => $.planning.preview.empty)}</p>
      ) : undefined}
    </Panel>
  );
}

function PreviewSummary({ preview }: { readonly preview: Preview }): ReactElement {
  const { included, excluded, unresolved, note, column, by } = preview;
  return (
    <>
      <p aria-live="polite" className={classes["figure"]}>
        <RichText components={{ small: <small /> }} count={included} text={($) => $.planning.preview.recipients} />
      </p>
      {column === undefined ? undefined : (
        <p className="muted">
          {by === undefined
            ? t(($) => $.planning.preview.column, { column })
            : t(($) => $.planning.preview.columnKind, { column, kind: t(($) => $.fleet.identifierKinds[by]) })}
        </p>
      )}
      {unresolved > 0 ? (
        <p className="muted">{t(($) => $.planning.preview.notCached, { count: unresolved })}</p>
      ) : undefined}
      {note === undefined ? undefined : <Callout tone="waiting">{note}</Callout>}
      {excluded === 0 ? (
        <p className="muted">{t(($) => $.planning.excluded.none)}</p>
      ) : (
        <ExclusionRows preview={preview} />
      )}
    </>
  );
}
