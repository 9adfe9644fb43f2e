/** Confirms resuming a campaign from any page: the number of messages, and the connection. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button, Modal } from "@mantine/core";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { needsSignIn, SignInLink } from "../../ui/sign-in-link.tsx";
import { useCall } from "../../ui/use-call.ts";
import { resumeText } from "../../features/campaigns/confirm-text.ts";
import classes from "./status-bar.module.css";

export interface ResumeDialogProps {
  readonly campaign: CampaignStatus;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ResumeDialog({ campaign, opened, onClose }: ResumeDialogProps): ReactElement {
  const { campaignId, connection } = campaign;
  const { busy, failure, run, clearFailure } = useCall();
  const { title, text, yes } = resumeText(campaign);
  const close = (): void => {
    clearFailure();
    onClose();
  };
  const resume = async (): Promise<void> => {
    if (await run(async () => void (await fleet.campaigns.start({ campaignId })))) close();
  };
  return (
    <Modal onClose={close} opened={opened} title={title}>
      <div className={classes["confirmation"]}>
        <p>{text}</p>
        {failure === undefined ? undefined : (
          <Callout
            actions={needsSignIn(failure.code) ? <SignInLink connection={connection} /> : undefined}
            title={t(($) => $.shell.campaign.resumeFailed)}
            tone="bad"
          >
            <p>{formatText(failure.text)}</p>
          </Callout>
        )}
        <div className={classes["buttons"]}>
          <Button loading={busy} onClick={() => void resume()} variant="filled">
            {yes}
          </Button>
          <Button data-autofocus onClick={close}>
            {t(($) => $.common.cancel)}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
