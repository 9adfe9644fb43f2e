/** Recall: asks first, then tells the result of every message as it comes. Its results stay until they are closed. */
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { RecallResult } from "#contract/campaigns.ts";
import { fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { copyText } from "../../ui/virtual-table/copy.ts";
import classes from "./campaigns.module.css";
import { recallable, type Standing, whyNot } from "./deeds-model.ts";
import { recallTable, recallWords } from "./recall-model.ts";
import { RecallRows } from "./recall-rows.tsx";

export function RecallPanel({ standing }: { readonly standing: Standing }): ReactElement {
  const { campaignId } = standing.status;
  const refine = useFleetdesk((state) => state.refine);
  const renew = useFleetdesk((state) => state.renewCampaign);
  const running = useFleetdesk((state) => state.recall);
  const forget = useFleetdesk((state) => state.forgetRecall);
  const announce = useFleetdesk((state) => state.announce);
  const [results, setResults] = useState<readonly RecallResult[]>();
  const { busy, failure, run } = useCall();
  const progress = running?.campaignId === campaignId ? running : undefined;
  const told = results ?? progress?.results;
  const begun = progress !== undefined && results === undefined && progress.done < progress.total;
  const under = busy || (begun && failure === undefined);
  const close = (): void => {
    forget();
    refine({ recall: undefined }, { replace: true });
  };
  const recall = (): void =>
    void run(async () => {
      setResults(undefined);
      forget();
      const answer = await fleet.campaigns.recall({ campaignId });
      setResults(answer.results);
      announce(`The recall has ended: ${count(answer.cancelled)} of ${count(answer.asked)} were cancelled.`);
      await renew(campaignId);
    });
  return (
    <Panel
      aside={
        <div className={classes["buttons"]}>
          {told === undefined || under ? undefined : (
            <Button onClick={() => void copyText(recallTable(told), "The results were copied.").then(announce)}>
              Copy the results
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </div>
      }
      title="Recall"
    >
      {told === undefined && !under ? <Ask onRecall={recall} standing={standing} /> : undefined}
      {under ? (
        <>
          <p>
            Asked {count(progress?.done ?? 0)} of {progress === undefined ? "…" : count(progress.total)}. This goes on
            when the page is left.
          </p>
          <Progress aria-label="Recalled" value={((progress?.done ?? 0) / Math.max(1, progress?.total ?? 1)) * 100} />
        </>
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout
          actions={<Button onClick={recall}>Go on with the rest</Button>}
          title="The recall did not come to its end"
          tone="bad"
        >
          <p>{failure.message}</p>
          <p>What was cancelled so far stands below and stays cancelled.</p>
        </Callout>
      )}
      {told === undefined ? undefined : (
        <>
          <p>{recallWords(told)}</p>
          <RecallRows results={told} />
        </>
      )}
    </Panel>
  );
}

function Ask({ standing, onRecall }: { readonly standing: Standing; readonly onRecall: () => void }): ReactElement {
  const { status } = standing;
  const cannot = whyNot("recall", standing.status);
  return (
    <>
      <p>
        The service is asked to cancel up to {counted(recallable(status), "message")} that no device is known to have.{" "}
        {status.counts.unknown === 0
          ? ""
          : `Of ${counted(status.counts.unknown, "message")} the answer was lost: they are looked up first. `}
        What a device already has cannot be taken back.
      </p>
      <div className={classes["buttons"]}>
        <Button color="red" disabled={cannot !== undefined} onClick={onRecall} variant="filled">
          Recall up to {counted(recallable(status), "message")}
        </Button>
        {cannot === undefined ? undefined : <span className="muted">{cannot}</span>}
      </div>
    </>
  );
}
