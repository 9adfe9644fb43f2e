/** Confirms deleting a connection, listing what is lost: the action cannot be undone. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Modal } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connections.module.css";

export interface DeleteConnectionDialogProps {
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeleteConnectionDialog({ name, opened, onClose }: DeleteConnectionDialogProps): ReactElement {
  const { busy, failure, run, clearFailure } = useCall();
  const load = useFleetdesk((state) => state.loadConnections);
  const putDraft = useFleetdesk((state) => state.saveConnectDraft);
  const announce = useFleetdesk((state) => state.announce);
  const close = (): void => {
    clearFailure();
    onClose();
  };
  const confirm = (): void =>
    void run(async () => {
      await fleet.connections.delete({ connection: name });
      putDraft(name, undefined);
      announce(t(($) => $.connections.delete.deleted, { name }));
      onClose();
      await load();
    });
  return (
    <Modal onClose={close} opened={opened} title={t(($) => $.connections.delete.title, { name })}>
      <div className={classes["form"]}>
        <p>{t(($) => $.connections.delete.intro)}</p>
        <ul className={classes["deletedData"]}>
          <li>{t(($) => $.connections.delete.tokens)}</li>
          <li>{t(($) => $.connections.delete.cache)}</li>
          <li>{t(($) => $.connections.delete.views)}</li>
          <li>{t(($) => $.connections.delete.drafts)}</li>
        </ul>
        <p>{t(($) => $.connections.delete.backups)}</p>
        <p>{t(($) => $.connections.delete.effect)}</p>
        {failure === undefined ? undefined : (
          <Callout title={t(($) => $.connections.delete.failed)} tone="bad">
            <p>{formatText(failure.text)}</p>
          </Callout>
        )}
        <div className={classes["actions"]}>
          <Button className={classes["danger"]} loading={busy} onClick={confirm}>
            {t(($) => $.connections.delete.confirm)}
          </Button>
          <Button data-autofocus onClick={close}>
            {t(($) => $.common.cancel)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
