/** Nothing would be left: asked a second time, with what that means. */
import { Button, Checkbox, Modal } from "@mantine/core";
import { type ReactElement, useState } from "react";
import classes from "./quotas.module.css";

export interface ZeroDialogProps {
  readonly opened: boolean;
  /** To whom it is done: "this endpoint", "312 endpoints". */
  readonly whom: string;
  readonly yes: string;
  readonly busy: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function ZeroDialog({ opened, onClose, ...rest }: ZeroDialogProps): ReactElement {
  return (
    <Modal onClose={onClose} opened={opened} title="Leave nothing?">
      <Asked {...rest} onClose={onClose} />
    </Modal>
  );
}

function Asked({ whom, yes, busy, onYes, onClose }: Omit<ZeroDialogProps, "opened">): ReactElement {
  const [sure, setSure] = useState(false);
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (sure) onYes();
      }}
    >
      <p>
        With a volume of 0 nothing is left of the quota of {whom}. Where the service profile enforces quotas, that
        blocks at once.
      </p>
      <Checkbox
        checked={sure}
        data-autofocus
        label="Yes, nothing is to be left"
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
