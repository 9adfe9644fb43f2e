/** Confirmation before an action that is irreversible or sends messages. */
import type { ReactElement } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { type Confirmed, confirmTextOf } from "./confirm-text.ts";
import type { CampaignDetail } from "./campaign-action.ts";
import type { CampaignActions } from "./use-campaign-actions.ts";

export type { Confirmed } from "./confirm-text.ts";

export interface ConfirmCampaignActionProps {
  readonly action: Confirmed | undefined;
  readonly detail: CampaignDetail;
  readonly actions: CampaignActions;
  readonly onClose: () => void;
}

export function ConfirmCampaignAction({ action, detail, actions, onClose }: ConfirmCampaignActionProps): ReactElement {
  const { status, waves } = detail;
  const confirm = async (confirmed: number | undefined): Promise<void> => {
    if (action !== undefined && (await runAction(action, actions, confirmed))) onClose();
  };
  return (
    <ConfirmDialog
      call={actions}
      confirmation={action === undefined ? undefined : confirmTextOf(action, status, waves)}
      connection={status.connection}
      onClose={() => {
        actions.clearFailure();
        onClose();
      }}
      onConfirm={({ number }) => void confirm(number)}
    />
  );
}

function runAction(action: Confirmed, actions: CampaignActions, confirmed: number | undefined): Promise<boolean> {
  switch (action) {
    case "start":
      return actions.start(confirmed);
    case "cancel":
      return actions.cancel();
    case "retry-refused":
      return actions.retry("refused");
    case "retry-unknown":
      return actions.retry("unknown");
    case "retry-unverified":
      return actions.retry("unverified");
    case "open-ring":
      return actions.openWave();
    case "remove":
      return actions.remove();
  }
}
