/** Buttons of a campaign: the available actions, and the reasons of disabled ones. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import classes from "./campaigns.module.css";
import { needsSignIn, SignInLink } from "../../ui/sign-in-link.tsx";
import { type Confirmed, ConfirmCampaignAction } from "./confirm-campaign-action.tsx";
import { CampaignActionsMenu } from "./campaign-actions-menu.tsx";
import { type CampaignAction, type CampaignDetail, startTitle, unavailableReason } from "./campaign-action.ts";
import { SpeedMenu } from "./speed-menu.tsx";
import { useCampaignActions } from "./use-campaign-actions.ts";

export function CampaignActionBar({ detail }: { readonly detail: CampaignDetail }): ReactElement {
  const { status } = detail;
  const actions = useCampaignActions(status);
  const [selected, setSelected] = useState<Confirmed>();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const isResumeRequested = useFleetdesk((state) => state.address.query["resume"] !== undefined);
  const cannot = (action: CampaignAction): string | undefined => unavailableReason(action, detail.status);
  // A waiting campaign can be paused like a running one.
  const ended = status.state === "finished" || status.state === "cancelled";
  const primary = cannot("pause") === undefined && status.state !== "scheduled" ? "pause" : "start";
  const confirming = selected ?? (isResumeRequested && cannot("start") === undefined ? "start" : undefined);
  const close = (): void => {
    setSelected(undefined);
    if (isResumeRequested) setQuery({ resume: undefined }, { replace: true });
  };
  return (
    <>
      <div className={classes["actions"]}>
        {ended ? undefined : (
          <>
            <SpeedMenu cannot={cannot("speed")} actions={actions} status={status} />
            <Button
              disabled={cannot(primary) !== undefined}
              loading={actions.busy}
              onClick={primary === "pause" ? actions.pause : () => setSelected("start")}
              title={cannot(primary)}
              variant={primary === "start" && cannot("start") === undefined ? "filled" : "default"}
            >
              {primary === "pause" ? t(($) => $.campaigns.actions.pause) : startTitle(status)}
            </Button>
          </>
        )}
        <Button
          disabled={cannot("export") !== undefined || actions.busy}
          onClick={() => actions.exportAs("evidence")}
          title={cannot("export")}
        >
          {t(($) => $.campaigns.actions.exportEvidence)}
        </Button>
        <Menu position="bottom-end" width={320}>
          <Menu.Target>
            <Button rightSection={<IconChevronDown aria-hidden="true" size={14} />}>{t(($) => $.common.more)}</Button>
          </Menu.Target>
          <CampaignActionsMenu
            cannot={cannot}
            actions={actions}
            onSelect={setSelected}
            onRecall={() => setQuery({ recall: "confirm" })}
            status={status}
          />
        </Menu>
      </div>
      <ConfirmCampaignAction action={confirming} actions={actions} onClose={close} detail={detail} />
      {actions.failure === undefined || confirming !== undefined ? undefined : (
        <div className={classes["failed"]}>
          <Callout
            actions={
              <>
                {needsSignIn(actions.failure.code) ? <SignInLink connection={status.connection} /> : undefined}
                <Button onClick={actions.clearFailure}>{t(($) => $.common.close)}</Button>
              </>
            }
            title={t(($) => $.common.actionFailed)}
            tone="bad"
          >
            <p>{formatText(actions.failure.text)}</p>
          </Callout>
        </div>
      )}
    </>
  );
}
