/** Second confirmation if a change leaves no volume, or an expiry in the past. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Confirmation } from "../../lib/confirmation.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

export type ConfirmReason = "zero" | "past";

/** The reasons for a second confirmation, equal to those that main validates. */
export function confirmReasonsOf(
  checked: { readonly needsConfirmZero: boolean; readonly needsConfirmPast: boolean } | undefined,
): readonly ConfirmReason[] {
  if (checked === undefined) return [];
  return [
    ...(checked.needsConfirmZero ? ["zero" as const] : []),
    ...(checked.needsConfirmPast ? ["past" as const] : []),
  ];
}

interface QuotaConfirmation {
  readonly reasons: readonly ConfirmReason[];
  /** The quota is deleted. */
  readonly deletes?: boolean;
  /** Known consequences. */
  readonly warnings?: readonly CodedText[];
  /** For more than one endpoint. */
  readonly many?: boolean;
  readonly confirmLabel: string;
}

export interface ConfirmQuotaDialogProps extends QuotaConfirmation {
  readonly opened: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmQuotaDialog({
  opened,
  busy,
  onConfirm,
  onClose,
  ...rest
}: ConfirmQuotaDialogProps): ReactElement {
  return (
    <ConfirmDialog
      call={{ busy, failure: undefined }}
      confirmation={opened ? confirmationOf(rest) : undefined}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  );
}

function confirmationOf({
  reasons,
  deletes = false,
  warnings = [],
  many = false,
  confirmLabel,
}: QuotaConfirmation): Confirmation {
  const isZero = reasons.includes("zero");
  const isPast = reasons.includes("past");
  return {
    title: titleOf(reasons, deletes, many),
    summary: [
      ...(isZero ? warnings.map((text) => formatText(text)) : []),
      ...(isPast ? [many ? t(($) => $.quotas.confirm.pastMany) : t(($) => $.quotas.confirm.past)] : []),
      ...((isZero || reasons.length === 0) && warnings.length === 0 ? [zeroText(deletes, many)] : []),
    ],
    acknowledgement: acknowledgementOf(reasons, deletes),
    confirmLabel,
    danger: true,
  };
}

function titleOf(reasons: readonly ConfirmReason[], deletes: boolean, many: boolean): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteManyTitle) : t(($) => $.quotas.confirm.deleteTitle);
  return reasons[0] === "past" ? t(($) => $.quotas.confirm.pastTitle) : t(($) => $.quotas.confirm.zeroTitle);
}

function acknowledgementOf(reasons: readonly ConfirmReason[], deletes: boolean): string {
  if (deletes) return t(($) => $.quotas.confirm.understandDelete);
  if (reasons.length > 1) return t(($) => $.quotas.confirm.understandBoth);
  return reasons[0] === "past" ? t(($) => $.quotas.confirm.understandPast) : t(($) => $.quotas.confirm.understandZero);
}

function zeroText(deletes: boolean, many: boolean): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteMany) : t(($) => $.quotas.confirm.delete);
  return many ? t(($) => $.quotas.confirm.zeroMany) : t(($) => $.quotas.confirm.zero);
}
