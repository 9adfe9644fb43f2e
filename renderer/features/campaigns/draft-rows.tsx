/** Drafts of campaigns, with the last step opened. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { formatRelative } from "#shared/format.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { useFleetData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { useNow } from "../../ui/use-now.ts";
import { discardDraft } from "./campaign-actions.ts";
import classes from "./campaigns.module.css";

const stepNames = {
  audience: t(($) => $.planning.steps.audience),
  text: t(($) => $.planning.steps.text),
  safety: t(($) => $.planning.steps.safety),
  review: t(($) => $.planning.steps.review),
} as const;

export function DraftRows(): ReactElement | undefined {
  const { drafts = [] } = useFleetData("drafts.list", {}) ?? {};
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const now = useNow();
  const ours = drafts.filter((draft) => draft.connection === connection);
  if (ours.length === 0) return undefined;
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
            <ActionButton action={discardDraft} target={{ id }} variant="subtle" />
          </li>
        ))}
      </ul>
    </section>
  );
}
