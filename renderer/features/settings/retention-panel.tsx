/** Settings: how long data on this computer is kept. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { permanentRecords, type RetentionKind, retentionKinds, retentionPeriods } from "#shared/retention.ts";
import { runAction } from "../../app/actions/run-action.tsx";
import { useSettings } from "../../data/settings.ts";
import { wholeNumberOf } from "../../lib/parse-number.ts";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useInputDraft } from "../../ui/use-input-draft.ts";
import { setRetention } from "./settings-actions.ts";

export function RetentionPanel(): ReactElement {
  const retention = useSettings((settings) => settings.retention);
  return (
    <Panel title={t(($) => $.settings.data.retention)}>
      <p className="muted">{t(($) => $.settings.data.retentionHelp)}</p>
      {retention === undefined
        ? undefined
        : retentionKinds.map((kind) => (
            <PeriodField days={retention[kind] ?? retentionPeriods[kind].days} key={kind} kind={kind} />
          ))}
      <Facts
        facts={permanentRecords.map((kind) => [
          t(($) => $.settings.data.retained[kind]),
          t(($) => $.settings.data.permanent[kind]),
        ])}
      />
    </Panel>
  );
}

interface PeriodFieldProps {
  readonly kind: RetentionKind;
  readonly days: number;
}

/** Saved when the field is left: a number that is being typed would delete data. */
function PeriodField({ kind, days }: PeriodFieldProps): ReactElement {
  const { days: standard, least, most } = retentionPeriods[kind];
  const [text, type] = useInputDraft(String(days));
  const value = wholeNumberOf(text);
  const isValid = value !== undefined && value >= least && value <= most;
  return (
    <TextInput
      description={t(($) => $.settings.data.retentionRange, { least, most, standard })}
      error={isValid ? undefined : t(($) => $.settings.data.retentionInvalid, { least, most })}
      inputMode="numeric"
      label={t(($) => $.settings.data.retentionDays, { data: t(($) => $.settings.data.retained[kind]) })}
      onBlur={() => {
        if (!isValid || value === days) return;
        // The stored value is shown while the confirmation is open, and after it was cancelled.
        type(String(days));
        void runAction(setRetention, { kind, days: value });
      }}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      value={text}
    />
  );
}
