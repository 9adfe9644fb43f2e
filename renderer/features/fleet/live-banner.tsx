/** Says that the rows below come from the service and not from the copy, and when; the way back. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { count, exactly, when } from "../../lib/format.ts";
import { never } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./fleet.module.css";
import { listKey, type ListName, type ListQuestion } from "./fleet-slice.ts";

export interface LiveBannerProps {
  readonly name: ListName;
  readonly question: ListQuestion;
}

export function LiveBanner({ name, question }: LiveBannerProps): ReactElement | undefined {
  const live = useFleetdesk((state) => state.fleetLists[listKey(name)]?.live ?? never);
  const change = useFleetdesk((state) => state.changeFleetList);
  const askLive = useFleetdesk((state) => state.askFleetLive);
  const now = useNow();
  const back = <Button onClick={() => change(name, { live: never })}>Back to the copy</Button>;
  if (live.state === "failed") {
    return (
      <div className={classes["told"]}>
        <Callout actions={back} title="The service could not be asked" tone="bad">
          <p>{live.failure.message}</p>
        </Callout>
      </div>
    );
  }
  if (live.state !== "ready") return undefined;
  const { asOf, items, total, complete, warnings } = live.value;
  const part = complete || total === undefined ? "" : ` The first ${count(items.length)} of ${count(total)} are shown.`;
  const banner = (
    <div className={classes["live"]} role="status">
      <b>These rows come from the service</b>
      <span title={exactly(asOf)}>
        asked at {when(asOf, now)}.{part}
      </span>
      <span className={classes["gap"]} />
      <Button onClick={() => void askLive(name, question)}>Ask again</Button>
      {back}
    </div>
  );
  if (warnings.length === 0) return banner;
  return (
    <>
      {banner}
      <div className={classes["told"]}>
        <Callout title="The service may not have applied the filter or the order" tone="waiting">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Callout>
      </div>
    </>
  );
}
