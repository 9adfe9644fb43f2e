/** Confirms deleting a connection, listing what is lost: the action cannot be undone. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connections.module.css";

export interface DeleteConnectionDialogProps {
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeleteConnectionDialog({ name, opened, onClose }: DeleteConnectionDialogProps): ReactElement {
  const call = useCall();
  const load = useFleetdesk((state) => state.loadConnections);
  const putDraft = useFleetdesk((state) => state.saveConnectDraft);
  const announce = useFleetdesk((state) => state.announce);
  const close = (): void => {
    call.clearFailure();
    onClose();
  };
  const confirm = (): void =>
    void call.run(async () => {
      await fleet.connections.delete({ connection: name });
      putDraft(name, undefined);
      announce(t(($) => $.connections.delete.deleted, { name }));
      onClose();
      await load();
    });
  return (
    <ConfirmDialog
      call={call}
      confirmation={
        opened
          ? {
              title: t(($) => $.connections.delete.title, { name }),
              summary: t(($) => $.connections.delete.intro),
              confirmLabel: t(($) => $.connections.delete.confirm),
              danger: true,
            }
          : undefined
      }
      failureTitle={t(($) => $.connections.delete.failed)}
      onClose={close}
      onConfirm={confirm}
    >
      <ul className={classes["deletedData"]}>
        <li>{t(($) => $.connections.delete.tokens)}</li>
        <li>{t(($) => $.connections.delete.cache)}</li>
        <li>{t(($) => $.connections.delete.views)}</li>
        <li>{t(($) => $.connections.delete.drafts)}</li>
      </ul>
      <p>{t(($) => $.connections.delete.backups)}</p>
      <p>{t(($) => $.connections.delete.effect)}</p>
    </ConfirmDialog>
  );
}
