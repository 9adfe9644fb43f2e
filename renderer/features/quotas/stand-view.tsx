/** A quota as facts, or the plain word that none is set; what the service does not tell is violet. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { QuotaKind, QuotaStand } from "#contract/quota-words.ts";
import { exactly } from "../../lib/format.ts";
import { ChangeLines } from "../../ui/change-lines.tsx";
import { Facts } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { changedLines, percentText, quotaFields, standStatus, volumeText } from "./quota-words-model.ts";

export interface StandViewProps {
  readonly kind: QuotaKind;
  readonly stand: QuotaStand;
}

const unknown = <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>;

export function StandView({ kind, stand }: StandViewProps): ReactElement {
  const { text, tone } = standStatus(stand);
  if (stand.state === "none") {
    return (
      <div>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
    );
  }
  const { percent, lastAdded, thresholdVolume, statusChangedAt } = stand.quota;
  const facts = quotaFields(kind, stand).map(([name, value]) => [name, value ?? unknown] as const);
  return (
    <Facts
      facts={[
        [
          t(($) => $.quotas.field.status),
          <StatusPill key="status" tone={tone}>
            {text}
          </StatusPill>,
        ],
        ...facts,
        [t(($) => $.quotas.field.percent), percent === undefined ? unknown : percentText(percent)],
        [t(($) => $.quotas.field.lastAdded), lastAdded === undefined ? unknown : volumeText(kind, lastAdded)],
        ...(thresholdVolume === undefined
          ? []
          : [[t(($) => $.quotas.field.thresholdVolume), volumeText(kind, thresholdVolume)] as const]),
        ...(statusChangedAt === undefined
          ? []
          : [[t(($) => $.quotas.field.statusSince), exactly(statusChangedAt)] as const]),
      ]}
    />
  );
}

export interface BecomesProps {
  readonly kind: QuotaKind;
  readonly before: QuotaStand;
  readonly after: QuotaStand;
}

/** Old and new, field by field. */
export function Becomes({ kind, before, after }: BecomesProps): ReactElement {
  if (after.state === "none") {
    const isNone = before.state === "none";
    return <p>{isNone ? t(($) => $.quotas.preview.stillNone) : t(($) => $.quotas.preview.removed)}</p>;
  }
  const lines = changedLines(kind, before, after);
  return lines.length === 0 ? <p>{t(($) => $.quotas.preview.noChange)}</p> : <ChangeLines lines={lines} wrap />;
}
