/** How long it takes, whether the session lasts, and who has no SMS quota left. */
import { Button, Progress } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { FleetClient } from "#contract/index.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { count, counted, lasting, when } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./wizard.module.css";

type Preflight = Awaited<ReturnType<FleetClient["planning"]["preflight"]>>;
type Quota = "none" | "sample" | "full";

export function PreflightPanel({ campaignId }: { readonly campaignId: string }): ReactElement {
  const [found, setFound] = useState<Preflight>();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState<{ readonly quota: Quota; readonly abort: AbortController }>();
  const progress = useFleetdesk((state) => (state.preflight?.campaignId === campaignId ? state.preflight : undefined));
  const now = useNow();
  const ask = (quota: Quota): void => {
    asking?.abort.abort();
    const abort = new AbortController();
    setAsking({ quota, abort });
    setProblem(undefined);
    const work = async (): Promise<void> => {
      try {
        setFound(await fleet.planning.preflight({ campaignId, quota }, abort.signal));
      } catch (error) {
        if (!abort.signal.aborted) setProblem(failureOf(error).message);
      } finally {
        setAsking((before) => (before?.abort === abort ? undefined : before));
      }
    };
    void work();
  };
  useEffect(() => {
    const abort = new AbortController();
    fleet.planning.preflight({ campaignId }, abort.signal).then(setFound, (error: unknown) => {
      if (!abort.signal.aborted) setProblem(failureOf(error).message);
    });
    return () => abort.abort();
  }, [campaignId]);
  return (
    <Panel title="Before it starts">
      {problem === undefined ? undefined : (
        <Callout title="This could not be looked up" tone="bad">
          <p>{problem}</p>
        </Callout>
      )}
      {found === undefined ? undefined : (
        <>
          <Facts
            facts={[
              ["Segments", counted(found.segments, "segment")],
              ["Takes", `about ${lasting(found.durationMs)}: ${found.rateMessage}`],
              ["Ends", when(found.endsAt, now)],
            ]}
          />
          <Callout
            tone={found.session.verdict === "enough" || found.session.verdict === "unlimited" ? "good" : "waiting"}
          >
            {found.session.message}
          </Callout>
          <QuotaWords quota={found.quota} />
        </>
      )}
      {asking === undefined ? (
        <div className={classes["buttons"]}>
          <Button onClick={() => ask("sample")}>Check SMS quotas of a sample</Button>
          <Button onClick={() => ask("full")}>Check everybody's</Button>
        </div>
      ) : (
        <div className={classes["buttons"]}>
          <Progress
            aria-label="Quotas asked for"
            className={classes["progress"] ?? ""}
            value={progress === undefined ? 0 : (progress.done / Math.max(1, progress.total)) * 100}
          />
          <Button
            onClick={() => {
              asking.abort.abort();
              setAsking(undefined);
            }}
          >
            Stop asking
          </Button>
        </div>
      )}
    </Panel>
  );
}

function QuotaWords({ quota }: { readonly quota: Preflight["quota"] }): ReactElement {
  if (quota === undefined) return <p className="muted">SMS quotas were not asked for yet.</p>;
  const { asked, enough, short, unset, unknown, items, complete } = quota;
  return (
    <>
      <p>
        <b>
          {complete ? "Everybody" : `A sample of ${count(asked)}`}: {count(enough)} with enough, {count(short)} short
        </b>
        , {count(unset)} without a quota, {count(unknown)} unknown.
      </p>
      {items.length === 0 ? undefined : (
        <ul className={classes["entries"]}>
          {items.map(({ endpoint, name, left, needed }) => (
            <li key={endpoint}>
              <span>{name ?? endpoint}</span>
              <span className="muted">
                {count(left)} left, {count(needed)} needed
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
