/** Forgetting a connection cannot be undone: it says first what is lost. */
import { Button, Modal } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connections.module.css";

export interface ForgetDialogProps {
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ForgetDialog({ name, opened, onClose }: ForgetDialogProps): ReactElement {
  const { busy, failure, run, forgetFailure } = useCall();
  const load = useFleetdesk((state) => state.loadConnections);
  const putDraft = useFleetdesk((state) => state.putDraft);
  const announce = useFleetdesk((state) => state.announce);
  const close = (): void => {
    forgetFailure();
    onClose();
  };
  const forget = (): void =>
    void run(async () => {
      await fleet.connections.forget({ connection: name });
      putDraft(name, undefined);
      announce(`The connection "${name}" is forgotten.`);
      onClose();
      await load();
    });
  return (
    <Modal onClose={close} opened={opened} title={`Forget "${name}"?`}>
      <div className={classes["form"]}>
        <p>You are signed out of it, and this computer loses:</p>
        <ul className={classes["lost"]}>
          <li>its tokens in the keychain,</li>
          <li>its copy of the fleet with everything that changed from sync to sync,</li>
          <li>its saved views and options,</li>
          <li>half-written messages and quota changes.</li>
        </ul>
        <p>Backups of the database that were made before may still hold its data.</p>
        <p>Nothing changes at the service. This cannot be undone; connecting anew begins with an empty copy.</p>
        {failure === undefined ? undefined : (
          <Callout title="The connection stays" tone="bad">
            <p>{failure.message}</p>
          </Callout>
        )}
        <div className={classes["actions"]}>
          <Button className={classes["danger"]} loading={busy} onClick={forget}>
            Forget this connection
          </Button>
          <Button data-autofocus onClick={close}>
            Keep it
          </Button>
        </div>
      </div>
    </Modal>
  );
}
