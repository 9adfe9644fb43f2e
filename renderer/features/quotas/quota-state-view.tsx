/** The fields of a quota, or that none is set; fields that the service does not report are shown as unknown. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { formatDateTime } from "#shared/format.ts";
import { ChangeLines } from "../../ui/change-lines.tsx";
import { Facts } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { changedLines, percentText, quotaFields, quotaStatus, volumeText } from "./quota-labels.ts";

export interface QuotaStateViewProps {
  readonly kind: QuotaKind;
  readonly quotaState: QuotaState;
}

const unknown = <StatusPill tone="neutral">{t(($) => $.common.unknown)}</StatusPill>;

export function QuotaStateView({ kind, quotaState }: QuotaStateViewProps): ReactElement {
  const { text, tone } = quotaStatus(quotaState);
  if (quotaState.state === "none") {
    return (
      <div>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
    );
  }
  const { percent, lastAdded, thresholdVolume, statusChangedAt } = quotaState.quota;
  const facts = quotaFields(kind, quotaState).map(([name, value]) => [name, value ?? unknown] as const);
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
          : [[t(($) => $.quotas.field.statusSince), formatDateTime(statusChangedAt)] as const]),
      ]}
    />
  );
}

export interface QuotaDiffProps {
  readonly kind: QuotaKind;
  readonly before: QuotaState;
  readonly after: QuotaState;
}

/** Old and new, field by field. */
export function QuotaDiff({ kind, before, after }: QuotaDiffProps): ReactElement {
  if (after.state === "none") {
    const isNone = before.state === "none";
    return <p>{isNone ? t(($) => $.quotas.preview.stillNone) : t(($) => $.quotas.preview.removed)}</p>;
  }
  const lines = changedLines(kind, before, after);
  return lines.length === 0 ? <p>{t(($) => $.quotas.preview.noChange)}</p> : <ChangeLines lines={lines} wrap />;
}
