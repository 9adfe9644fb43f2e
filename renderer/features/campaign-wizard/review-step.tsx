/** Step 4: all of it once more, frozen, with what stands in its way. Large runs ask for the number to be typed. */
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { lacksOf, ringsWords } from "./draft-model.ts";
import { DriftPanel } from "./drift-panel.tsx";
import { PreflightPanel } from "./preflight-panel.tsx";
import { isTyped, needsNumber } from "./review-model.ts";
import { SamplesPanel } from "./samples-panel.tsx";
import { scheduleWords } from "./schedule-model.ts";
import classes from "./wizard.module.css";

interface Frozen {
  readonly status: CampaignStatus;
  /** What was written when it was frozen. */
  readonly of: string;
}

export function ReviewStep(): ReactElement {
  const wizard = useFleetdesk((state) => state.wizard);
  const keep = useFleetdesk((state) => state.keepWizard);
  const body = wizard?.body ?? {};
  const written = JSON.stringify(body);
  const lacks = lacksOf(body);
  const [frozen, setFrozen] = useState<Frozen>();
  const { busy, failure, run } = useCall();
  const campaignId = wizard?.campaignId;
  // Frozen before, and perhaps a while ago: looked at as it is, until somebody freezes it anew.
  useEffect(() => {
    if (campaignId === undefined) return;
    let gone = false;
    const look = async (): Promise<void> => {
      // One that was removed meanwhile is frozen anew.
      const status = await fleet.campaigns.status({ campaignId }).catch(() => undefined);
      if (!gone && status !== undefined) setFrozen((before) => before ?? { status, of: written });
    };
    void look();
    return () => {
      gone = true;
    };
    // Only when the page is opened: what is written later makes it old, which is said.
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [campaignId]);
  const freeze = (): void =>
    void run(async () => {
      const kept = await keep("review");
      if (kept === undefined) throw new Error("The draft could not be kept");
      const { campaignId: id } = await fleet.drafts.freeze({ id: kept.id });
      setFrozen({ status: await fleet.campaigns.status({ campaignId: id }), of: written });
    });
  if (lacks.length > 0) {
    return (
      <Panel title="Not complete yet">
        <ul className={classes["lacks"]}>
          {lacks.map(({ step, field, message }) => (
            <li key={field}>
              <a href={`#/campaigns/new/${wizard?.id ?? ""}?step=${step}`}>{message}</a>
            </li>
          ))}
        </ul>
      </Panel>
    );
  }
  const old = frozen !== undefined && frozen.of !== written;
  return (
    <div className={classes["two"]}>
      <div className={classes["column"]}>
        <Panel title="What will happen">
          <Facts
            facts={[
              ["Campaign", body.name ?? ""],
              ["Sender", body.from ?? ""],
              ["Rings", ringsWords(body.rings)],
              ["When", scheduleWords(body.schedule)],
              ["Expected answer", body.expect?.pattern ?? "none"],
            ]}
          />
          <div className={classes["buttons"]}>
            <Button loading={busy} onClick={freeze} variant={frozen === undefined || old ? "filled" : "default"}>
              {frozen === undefined ? "Freeze audience and texts" : "Freeze anew"}
            </Button>
            {old ? <span className={classes["bad"]}>Something was changed since it was frozen.</span> : undefined}
          </div>
          {failure === undefined ? undefined : (
            <Callout title="It could not be frozen" tone="bad">
              <p>{failure.message}</p>
            </Callout>
          )}
        </Panel>
        {frozen === undefined ? undefined : (
          <>
            <DriftPanel campaignId={frozen.status.campaignId} key={`drift ${frozen.status.campaignId}`} />
            <PreflightPanel campaignId={frozen.status.campaignId} key={frozen.status.campaignId} />
            <StartPanel disabled={old} status={frozen.status} />
          </>
        )}
      </div>
      <SamplesPanel />
    </div>
  );
}

function StartPanel({
  status,
  disabled,
}: {
  readonly status: CampaignStatus;
  readonly disabled: boolean;
}): ReactElement {
  const { campaignId, counts, message } = status;
  const go = useFleetdesk((state) => state.go);
  const schedule = useFleetdesk((state) => state.wizard?.body.schedule);
  const [typed, setTyped] = useState("");
  const { busy, failure, run } = useCall();
  const recipients = counts.pending;
  const asks = needsNumber(recipients);
  const ready = !disabled && recipients > 0 && (!asks || isTyped(typed, recipients));
  const start = (): void =>
    void run(async () => {
      await fleet.campaigns.start({ campaignId });
      go({ path: ["campaigns", campaignId], query: {} });
    });
  const later = schedule?.at !== undefined;
  return (
    <Panel title={later ? "Schedule" : "Start"}>
      <p className={classes["figure"]}>
        {count(recipients)}{" "}
        <small>
          {recipients === 1 ? "recipient" : "recipients"}, {count(counts.excluded)} left out
        </small>
      </p>
      {message === undefined ? undefined : <Callout tone="waiting">{message}</Callout>}
      {asks ? (
        <TextInput
          description="So that nobody is sent to by accident."
          label={`Type the number of recipients: ${count(recipients)}`}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          value={typed}
        />
      ) : undefined}
      <div className={classes["buttons"]}>
        <Button disabled={!ready} loading={busy} onClick={start} variant="filled">
          {later ? `Schedule ${counted(recipients, "message")}` : `Send ${counted(recipients, "message")}`}
        </Button>
        <Button component="a" href={`#/campaigns/${campaignId}`}>
          Leave it planned
        </Button>
      </div>
      {failure === undefined ? undefined : (
        <Callout title="It was not started" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
    </Panel>
  );
}
