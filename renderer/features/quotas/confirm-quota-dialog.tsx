/** Second confirmation if a change leaves no volume, or an expiry in the past. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Checkbox, Modal } from "@mantine/core";
import { type ReactElement, useState } from "react";
import classes from "./quotas.module.css";

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

export interface ConfirmQuotaDialogProps {
  readonly opened: boolean;
  readonly reasons: readonly ConfirmReason[];
  /** The quota is deleted. */
  readonly deletes?: boolean;
  /** Known consequences. */
  readonly warnings?: readonly CodedText[];
  /** For more than one endpoint. */
  readonly many?: boolean;
  readonly confirmLabel: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

type Texts = Pick<ConfirmQuotaDialogProps, "reasons" | "deletes" | "many">;

function titleOf({ reasons, deletes = false, many = false }: Texts): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteManyTitle) : t(($) => $.quotas.confirm.deleteTitle);
  return reasons[0] === "past" ? t(($) => $.quotas.confirm.pastTitle) : t(($) => $.quotas.confirm.zeroTitle);
}

function labelOf({ reasons, deletes = false }: Texts): string {
  if (deletes) return t(($) => $.quotas.confirm.understandDelete);
  if (reasons.length > 1) return t(($) => $.quotas.confirm.understandBoth);
  return reasons[0] === "past" ? t(($) => $.quotas.confirm.understandPast) : t(($) => $.quotas.confirm.understandZero);
}

function zeroText({ deletes = false, many = false }: Texts): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteMany) : t(($) => $.quotas.confirm.delete);
  return many ? t(($) => $.quotas.confirm.zeroMany) : t(($) => $.quotas.confirm.zero);
}

export function ConfirmQuotaDialog({ opened, onClose, ...rest }: ConfirmQuotaDialogProps): ReactElement {
  return (
    <Modal onClose={onClose} opened={opened} title={titleOf(rest)}>
      <ConfirmQuotaForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function ConfirmQuotaForm({
  reasons,
  deletes = false,
  many = false,
  warnings = [],
  confirmLabel,
  busy,
  onConfirm,
  onClose,
}: Omit<ConfirmQuotaDialogProps, "opened">): ReactElement {
  const [confirmed, setConfirmed] = useState(false);
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmed) onConfirm();
      }}
    >
      {reasons.includes("zero") ? warnings.map((text) => <p key={text.code}>{formatText(text)}</p>) : undefined}
      {reasons.includes("past") ? (
        <p>{many ? t(($) => $.quotas.confirm.pastMany) : t(($) => $.quotas.confirm.past)}</p>
      ) : undefined}
      {(reasons.includes("zero") || reasons.length === 0) && warnings.length === 0 ? (
        <p>{zeroText({ reasons, deletes, many })}</p>
      ) : undefined}
      <Checkbox
        checked={confirmed}
        data-autofocus
        label={labelOf({ reasons, deletes })}
        onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
      />
      <div className={classes["buttons"]}>
        <Button color="red" disabled={!confirmed} loading={busy} type="submit" variant="filled">
          {confirmLabel}
        </Button>
        <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
      </div>
    </form>
  );
}
