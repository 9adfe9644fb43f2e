/** The buttons of a campaign: what can be done now, and why the rest cannot. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import classes from "./campaigns.module.css";
import { needsSignIn, SignInLink } from "../../ui/sign-in-link.tsx";
import { type Confirmed, ConfirmDeed } from "./confirm-deed.tsx";
import { DeedsMenu } from "./deeds-menu.tsx";
import { type Deed, type Standing, startTitle, whyNot } from "./deeds-model.ts";
import { SpeedMenu } from "./speed-menu.tsx";
import { useDeeds } from "./use-deeds.ts";

export function CampaignDeeds({ standing }: { readonly standing: Standing }): ReactElement {
  const { status } = standing;
  const deeds = useDeeds(status);
  const [chosen, ask] = useState<Confirmed>();
  const refine = useFleetdesk((state) => state.refine);
  const resumeAsked = useFleetdesk((state) => state.address.query["resume"] !== undefined);
  const cannot = (deed: Deed): string | undefined => whyNot(deed, standing.status);
  // What waits by itself is held as what runs is.
  const ended = status.state === "finished" || status.state === "cancelled";
  const primary = cannot("pause") === undefined && status.state !== "scheduled" ? "pause" : "start";
  const asked = chosen ?? (resumeAsked && cannot("start") === undefined ? "start" : undefined);
  const close = (): void => {
    ask(undefined);
    if (resumeAsked) refine({ resume: undefined }, { replace: true });
  };
  return (
    <>
      <div className={classes["deeds"]}>
        {ended ? undefined : (
          <>
            <SpeedMenu cannot={cannot("speed")} deeds={deeds} status={status} />
            <Button
              disabled={cannot(primary) !== undefined}
              loading={deeds.busy}
              onClick={primary === "pause" ? deeds.pause : () => ask("start")}
              title={cannot(primary)}
              variant={primary === "start" && cannot("start") === undefined ? "filled" : "default"}
            >
              {primary === "pause" ? t(($) => $.campaigns.actions.pause) : startTitle(status)}
            </Button>
          </>
        )}
        <Button
          disabled={cannot("export") !== undefined || deeds.busy}
          onClick={() => deeds.exportAs("evidence")}
          title={cannot("export")}
        >
          {t(($) => $.campaigns.actions.exportEvidence)}
        </Button>
        <Menu position="bottom-end" width={320}>
          <Menu.Target>
            <Button rightSection={<IconChevronDown aria-hidden="true" size={14} />}>{t(($) => $.common.more)}</Button>
          </Menu.Target>
          <DeedsMenu
            cannot={cannot}
            deeds={deeds}
            onAsk={ask}
            onRecall={() => refine({ recall: "ask" })}
            status={status}
          />
        </Menu>
      </div>
      <ConfirmDeed asked={asked} deeds={deeds} onClose={close} standing={standing} />
      {deeds.failure === undefined || asked !== undefined ? undefined : (
        <div className={classes["failed"]}>
          <Callout
            actions={
              <>
                {needsSignIn(deeds.failure.code) ? <SignInLink connection={status.connection} /> : undefined}
                <Button onClick={deeds.forgetFailure}>{t(($) => $.common.close)}</Button>
              </>
            }
            title={t(($) => $.campaigns.actions.failed)}
            tone="bad"
          >
            <p>{formatText(deeds.failure.text)}</p>
          </Callout>
        </div>
      )}
    </>
  );
}
