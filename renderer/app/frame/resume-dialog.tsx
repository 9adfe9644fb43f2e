/** Confirms resuming a campaign from any page: the number of messages, and the connection. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useCall } from "../../ui/use-call.ts";
import { resumeText } from "../../features/campaigns/confirm-text.ts";

export interface ResumeDialogProps {
  readonly campaign: CampaignStatus;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ResumeDialog({ campaign, opened, onClose }: ResumeDialogProps): ReactElement {
  const { campaignId, connection } = campaign;
  const call = useCall();
  const close = (): void => {
    call.clearFailure();
    onClose();
  };
  const resume = async (): Promise<void> => {
    if (await call.run(async () => void (await fleet.campaigns.start({ campaignId })))) close();
  };
  return (
    <ConfirmDialog
      call={call}
      confirmation={opened ? resumeText(campaign) : undefined}
      connection={connection}
      failureTitle={t(($) => $.shell.campaign.resumeFailed)}
      onClose={close}
      onConfirm={() => void resume()}
    />
  );
}
