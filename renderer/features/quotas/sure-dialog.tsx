/** Nothing would be left, or it would have expired: asked a second time, with what that means. */
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
  /** What is known of what it means, as whole sentences. */
  readonly said?: readonly string[];
  /** To whom it is done: "this endpoint", "312 endpoints". */
  readonly whom: string;
  readonly yes: string;
  readonly busy: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

const titles: Readonly<Record<Doubt, string>> = { zero: "Leave nothing?", past: "An expiry that has passed?" };
const labels: Readonly<Record<Doubt, string>> = {
  zero: "Yes, nothing is to be left",
  past: "Yes, it is to have expired",
};

export function SureDialog({ opened, onClose, ...rest }: SureDialogProps): ReactElement {
  return (
    <Modal
      onClose={onClose}
      opened={opened}
      title={rest.deletes === true ? "Leave no quota?" : titles[rest.doubts[0] ?? "zero"]}
    >
      <Asked {...rest} onClose={onClose} />
    </Modal>
  );
}

function Asked({
  doubts,
  deletes = false,
  said = [],
  whom,
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
      {doubts.includes("zero") ? said.map((sentence) => <p key={sentence}>{sentence}</p>) : undefined}
      {doubts.includes("past") ? (
        <p>
          The expiry has passed: the quota of {whom} would have expired at once. Where the service profile enforces
          quotas, that blocks.
        </p>
      ) : undefined}
      {(doubts.includes("zero") || doubts.length === 0) && said.length === 0 ? (
        <p>
          {deletes ? "No quota is set any more for " : "Nothing is left of the quota of "}
          {whom}. Where the service profile enforces quotas, that blocks at once.
        </p>
      ) : undefined}
      <Checkbox
        checked={sure}
        data-autofocus
        label={
          doubts.length > 1
            ? "Yes, both are meant"
            : deletes
              ? "Yes, no quota is to be set"
              : labels[doubts[0] ?? "zero"]
        }
        onChange={({ currentTarget }) => setSure(currentTarget.checked)}
      />
      <div className={classes["buttons"]}>
        <Button color="red" disabled={!sure} loading={busy} type="submit" variant="filled">
          {yes}
        </Button>
        <Button onClick={onClose}>Leave it</Button>
      </div>
    </form>
  );
}
