/** Campaigns that are still being written: where each was left. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { ago } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import classes from "./campaigns.module.css";

const stepWords = { audience: "Audience", text: "Text", safety: "Safety", review: "Review" } as const;

export function DraftRows(): ReactElement | undefined {
  const drafts = useFleetdesk((state) => shown(state.campaignDrafts));
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const load = useFleetdesk((state) => state.loadCampaignDrafts);
  const { busy, failure, run } = useCall();
  const now = useNow();
  const ours = (drafts ?? []).filter((draft) => draft.connection === connection);
  if (ours.length === 0) return undefined;
  const remove = (id: number): void =>
    void run(async () => {
      await fleet.drafts.remove({ id });
      await load();
    });
  return (
    <section aria-label="Being written" className={classes["drafts"]}>
      <h2>Being written</h2>
      <ul>
        {ours.map(({ id, body, step, updatedAt }) => (
          <li key={id}>
            <a className={classes["name"]} href={`#/campaigns/new/${id}?step=${step}`}>
              {body.name ?? "Without a name"}
            </a>
            <span className="muted">
              left at {stepWords[step]}, {ago(updatedAt, now)}
            </span>
            <span className={classes["gap"]} />
            <Button component="a" href={`#/campaigns/new/${id}?step=${step}`}>
              Continue writing
            </Button>
            <Button disabled={busy} onClick={() => remove(id)} variant="subtle">
              Discard
            </Button>
          </li>
        ))}
      </ul>
      {failure === undefined ? undefined : (
        <Callout title="The draft stays" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
    </section>
  );
}
