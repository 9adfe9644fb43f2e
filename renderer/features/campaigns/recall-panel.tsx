/** Recall: asks first, then tells the result of every message as it comes. Its results stay until they are closed. */
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { CampaignStatus, RecallResult } from "#contract/campaign-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { deliveryWord } from "../../lib/outcome-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RecordLink } from "../../ui/record-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { whyNot } from "./campaign-model.ts";
import classes from "./campaigns.module.css";

/** Rows shown at once; all of them are in the export of the campaign. */
const mostShown = 500;

export function RecallPanel({ status }: { readonly status: CampaignStatus }): ReactElement | undefined {
  const { campaignId, counts } = status;
  const asked = useFleetdesk((state) => state.address.query["recall"] === "ask");
  const refine = useFleetdesk((state) => state.refine);
  const renew = useFleetdesk((state) => state.renewCampaign);
  const progress = useFleetdesk((state) => state.recall);
  const forget = useFleetdesk((state) => state.forgetRecall);
  const [results, setResults] = useState<readonly RecallResult[]>();
  const { busy, failure, run } = useCall();
  useEffect(() => () => forget(), [forget]);
  const told = results ?? (progress?.campaignId === campaignId ? progress.results : undefined);
  if (!asked && told === undefined) return undefined;
  const cannot = whyNot("recall", status);
  const close = (): void => {
    setResults(undefined);
    forget();
    refine({ recall: undefined }, { replace: true });
  };
  const recall = (): void =>
    void run(async () => {
      setResults(undefined);
      const answer = await fleet.campaigns.recall({ campaignId });
      setResults(answer.results);
      await renew(campaignId);
    });
  const done = told?.length ?? 0;
  return (
    <Panel
      aside={
        <Button disabled={busy} onClick={close}>
          Close
        </Button>
      }
      title="Recall"
    >
      {told === undefined || busy ? (
        <>
          <p>
            Asks the service to cancel what is still buffered of {counted(counts.accepted, "accepted message")}. What a
            device already has cannot be taken back.
          </p>
          <div className={classes["buttons"]}>
            <Button
              color="red"
              disabled={cannot !== undefined}
              loading={busy}
              onClick={recall}
              title={cannot}
              variant="filled"
            >
              Recall what is still buffered
            </Button>
            {cannot === undefined ? undefined : <span className="muted">{cannot}</span>}
          </div>
          {busy && progress !== undefined ? (
            <Progress aria-label="Recalled" value={(progress.done / Math.max(1, progress.total)) * 100} />
          ) : undefined}
        </>
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout title="The recall did not come to its end" tone="bad">
          <p>{failure.message}</p>
          <p>What was cancelled so far stands below; recalling again goes on with the rest.</p>
        </Callout>
      )}
      {told === undefined ? undefined : (
        <>
          <p>
            <b>{count(told.filter(({ cancelled }) => cancelled).length)} cancelled</b> of {count(done)} asked for.
          </p>
          <RecallRows results={told.slice(0, mostShown)} />
          {done > mostShown ? <p className="muted">The first {count(mostShown)} are shown.</p> : undefined}
        </>
      )}
    </Panel>
  );
}

function RecallRows({ results }: { readonly results: readonly RecallResult[] }): ReactElement {
  const address = useFleetdesk((state) => state.address);
  return (
    <div className={classes["scroll"]}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th>Endpoint</th>
            <th>SMS</th>
            <th>Result</th>
            <th>What the service said</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ endpoint, smsId, cancelled, delivery, message }) => (
            <tr key={`${endpoint} ${smsId}`}>
              <td>
                <RecordLink from={address} mono to={{ collection: "endpoint", id: endpoint }}>
                  {endpoint}
                </RecordLink>
              </td>
              <td className="mono">{smsId === "" ? "–" : smsId}</td>
              <td>
                {cancelled ? (
                  <StatusPill tone="good">cancelled</StatusPill>
                ) : (
                  <StatusPill tone={deliveryWord(delivery).tone}>{deliveryWord(delivery).text}</StatusPill>
                )}
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
