/** Step 1, audience: sources are added and removed in order; excluded rows are listed with row number and reason. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect } from "react";
import type { AudienceSteps } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { DropZone } from "../../../ui/drop-zone/drop-zone.tsx";
import { AddSource } from "./add-source.tsx";
import { emptyBody } from "./draft-body.ts";
import { ListSource } from "./list-source.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { SourceList } from "./source-list.tsx";
import { SuppressionLine } from "./suppression-line.tsx";
import { useListFile } from "./use-list-file.ts";
import parts from "./audience.module.css";
import classes from "./wizard.module.css";

const emptyAudience: AudienceSteps = [];

export function AudienceStep(): ReactElement {
  const audience = useFleetdesk((state) => (state.wizard?.body ?? emptyBody).audience) ?? emptyAudience;
  const put = useFleetdesk((state) => state.writeAudience);
  const file = useListFile();
  const dropped = useFleetdesk((state) => state.droppedLists);
  const takeDropped = useFleetdesk((state) => state.takeDroppedLists);
  useEffect(() => {
    const files = takeDropped();
    if (files.length > 0) void file.take(files);
    // oxlint-disable-next-line react/exhaustive-deps -- only for new files
  }, [dropped, takeDropped]);
  const add = (source: AudienceSteps[number]["source"]): void => {
    const now = useFleetdesk.getState().wizard?.body.audience ?? [];
    put([...now, { op: "add", source }]);
  };
  return (
    <div className={parts["dropTarget"]}>
      <DropZone label={t(($) => $.planning.steps.audience)} onFiles={(files) => void file.take(files)}>
        <div className={classes["two"]}>
          <div className={classes["column"]}>
            <SourceList audience={audience} onChange={put} />
            <ListSource audience={audience} file={file} onChange={put} />
            <AddSource onAdd={add} />
            <SuppressionLine />
          </div>
          <PreviewPanel />
        </div>
      </DropZone>
    </div>
  );
}
