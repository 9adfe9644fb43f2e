/** Actions on the verdicts: select the resolved endpoints, save them as an audience, export the remaining rows. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../../app/store/store.ts";
import classes from "./doctor-page.module.css";
import { exportVerdicts } from "../export-actions.ts";
import { selectInFleet } from "../fleet-slice.ts";
import type { Examination } from "./use-examination.ts";
import { rejects, resolvedIds } from "./verdict-labels.ts";
import { fleet } from "../../../lib/fleet.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useCall } from "../../../ui/use-call.ts";

export interface ResultActionsProps {
  readonly result: Examination;
  /** The rows that match the filter. */
  readonly rows: readonly ExaminedRow[];
  readonly filtered: boolean;
  /** The verdicts belong to a list other than the current one. */
  readonly outdated: boolean;
}

export function ResultActions({ result, rows, filtered, outdated }: ResultActionsProps): ReactElement {
  const ids = useMemo(() => resolvedIds(result.rows), [result]);
  const rejectedRows = useMemo(() => rejects(result.rows), [result]);
  const out = filtered ? rows : rejectedRows;
  const [naming, setNaming] = useState(false);
  const navigate = useFleetdesk((state) => state.navigate);
  const select = (): void => {
    selectInFleet(useFleetdesk.getState(), { connection: result.connection, collection: "endpoint" }, ids);
    navigate({ path: ["fleet", "endpoint"], query: {} });
  };
  const disabledReason = outdated ? { title: t(($) => $.fleet.doctor.checkFirst) } : {};
  return (
    <div className={classes["foot"]}>
      <span>{t(($) => $.fleet.doctor.resolved, { count: ids.length })}</span>
      <Button {...disabledReason} disabled={outdated || ids.length === 0} onClick={select} variant="filled">
        {t(($) => $.fleet.doctor.showInFleet)}
      </Button>
      <Button {...disabledReason} disabled={outdated || ids.length === 0} onClick={() => setNaming(true)}>
        {t(($) => $.fleet.doctor.saveAudience)}
      </Button>
      <ActionButton action={exportVerdicts} target={{ rows: out, outdated }}>
        {filtered
          ? t(($) => $.fleet.doctor.exportShown, { count: out.length })
          : t(($) => $.fleet.doctor.exportRejected, { count: out.length })}
      </ActionButton>
      <SaveAudience ids={ids} onClose={() => setNaming(false)} opened={naming} />
    </div>
  );
}

interface SaveAudienceProps {
  readonly ids: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Saves a list of endpoints as an audience. */
function SaveAudience({ ids, opened, onClose }: SaveAudienceProps): ReactElement {
  const [name, setName] = useState("");
  const { busy, failure, run, clearFailure } = useCall();
  const notify = useFleetdesk((state) => state.notify);
  const save = (): void =>
    void run(async () => {
      const { id, size } = await fleet.fleet.saveAudience({ name: name.trim(), ids: [...ids] });
      notify({
        title: t(($) => $.fleet.audiences.saved, { name: name.trim() }),
        text: t(($) => $.common.endpointCount, { count: size }),
        tone: "plain",
        links: [{ text: t(($) => $.fleet.audiences.show), address: `/fleet/endpoint?audience=${id}` }],
      });
      setName("");
      onClose();
    });
  return (
    <ConfirmDialog
      call={{ busy, failure: undefined }}
      confirmation={
        opened
          ? {
              title: t(($) => $.fleet.audiences.saveTitle, { count: ids.length }),
              confirmLabel: t(($) => $.fleet.audiences.save),
            }
          : undefined
      }
      onClose={() => {
        clearFailure();
        onClose();
      }}
      onConfirm={save}
      ready={name.trim() !== ""}
    >
      <TextInput
        data-autofocus
        error={failure && formatText(failure.text)}
        label={t(($) => $.common.name)}
        maxLength={120}
        onChange={({ currentTarget: { value } }) => setName(value)}
        value={name}
      />
    </ConfirmDialog>
  );
}
