/** Drafts of campaigns, with the last step opened. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { formatRelative } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import classes from "./campaigns.module.css";

const stepNames = {
  audience: t(($) => $.planning.steps.audience),
  text: t(($) => $.planning.steps.text),
  safety: t(($) => $.planning.steps.safety),
  review: t(($) => $.planning.steps.review),
} as const;

export function DraftRows(): ReactElement | undefined {
  const drafts = useFleetdesk((state) => dataOf(state.campaignDrafts));
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
    <section aria-label={t(($) => $.campaigns.drafts.title)} className={classes["drafts"]}>
      <h2>{t(($) => $.campaigns.drafts.title)}</h2>
      <ul>
        {ours.map(({ id, body, step, updatedAt }) => (
          <li key={id}>
            <a className={classes["name"]} href={`#/campaigns/new/${id}?step=${step}`}>
              {body.name ?? t(($) => $.campaigns.drafts.untitled)}
            </a>
            <span className="muted">
              {t(($) => $.campaigns.drafts.position, { step: stepNames[step], edited: formatRelative(updatedAt, now) })}
            </span>
            <span className={classes["gap"]} />
            <Button component="a" href={`#/campaigns/new/${id}?step=${step}`}>
              {t(($) => $.campaigns.drafts.continue)}
            </Button>
            <Button disabled={busy} onClick={() => remove(id)} variant="subtle">
              {t(($) => $.campaigns.drafts.discard)}
            </Button>
          </li>
        ))}
      </ul>
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.campaigns.drafts.discardFailed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
    </section>
  );
}
