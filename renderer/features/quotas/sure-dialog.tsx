/** Nothing would be left, or it would have expired: asked a second time, with what that means. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Checkbox, Modal } from "@mantine/core";
import { type ReactElement, useState } from "react";
import classes from "./quotas.module.css";

export type Doubt = "zero" | "past";

/** What has to be said twice, as the core judges it. */
export function doubtsOf(
  checked: { readonly needsConfirmZero: boolean; readonly needsConfirmPast: boolean } | undefined,
): readonly Doubt[] {
  if (checked === undefined) return [];
  return [
    ...(checked.needsConfirmZero ? ["zero" as const] : []),
    ...(checked.needsConfirmPast ? ["past" as const] : []),
  ];
}

export interface SureDialogProps {
  readonly opened: boolean;
  readonly doubts: readonly Doubt[];
  /** No quota is to be set any more. */
  readonly deletes?: boolean;
  /** What is known of what it means. */
  readonly said?: readonly CodedText[];
  /** Of more than one endpoint. */
  readonly many?: boolean;
  readonly yes: string;
  readonly busy: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

type Texts = Pick<SureDialogProps, "doubts" | "deletes" | "many">;

function titleOf({ doubts, deletes = false, many = false }: Texts): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteManyTitle) : t(($) => $.quotas.confirm.deleteTitle);
  return doubts[0] === "past" ? t(($) => $.quotas.confirm.pastTitle) : t(($) => $.quotas.confirm.zeroTitle);
}

function labelOf({ doubts, deletes = false }: Texts): string {
  if (deletes) return t(($) => $.quotas.confirm.understandDelete);
  if (doubts.length > 1) return t(($) => $.quotas.confirm.understandBoth);
  return doubts[0] === "past" ? t(($) => $.quotas.confirm.understandPast) : t(($) => $.quotas.confirm.understandZero);
}

function zeroText({ deletes = false, many = false }: Texts): string {
  if (deletes) return many ? t(($) => $.quotas.confirm.deleteMany) : t(($) => $.quotas.confirm.delete);
  return many ? t(($) => $.quotas.confirm.zeroMany) : t(($) => $.quotas.confirm.zero);
}

export function SureDialog({ opened, onClose, ...rest }: SureDialogProps): ReactElement {
  return (
    <Modal onClose={onClose} opened={opened} title={titleOf(rest)}>
      <Asked {...rest} onClose={onClose} />
    </Modal>
  );
}

function Asked({
  doubts,
  deletes = false,
  many = false,
  said = [],
  yes,
  busy,
  onYes,
  onClose,
}: Omit<SureDialogProps, "opened">): ReactElement {
  const [sure, setSure] = useState(false);
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (sure) onYes();
      }}
    >
      {doubts.includes("zero") ? said.map((text) => <p key={text.code}>{formatText(text)}</p>) : undefined}
      {doubts.includes("past") ? (
        <p>{many ? t(($) => $.quotas.confirm.pastMany) : t(($) => $.quotas.confirm.past)}</p>
      ) : undefined}
      {(doubts.includes("zero") || doubts.length === 0) && said.length === 0 ? (
        <p>{zeroText({ doubts, deletes, many })}</p>
      ) : undefined}
      <Checkbox
        checked={sure}
        data-autofocus
        label={labelOf({ doubts, deletes })}
        onChange={({ currentTarget }) => setSure(currentTarget.checked)}
      />
      <div className={classes["buttons"]}>
        <Button color="red" disabled={!sure} loading={busy} type="submit" variant="filled">
          {yes}
        </Button>
        <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
      </div>
    </form>
  );
}
