/** Name of the draft, whether it is saved, and the four steps with their issues. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { DraftStep } from "#shared/contract/campaigns/drafts.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { useNow } from "../../../ui/use-now.ts";
import { emptyBody } from "./draft-body.ts";
import { issuesOf, steps } from "./draft-issues.ts";
import classes from "./wizard.module.css";

export function WizardHead({ step }: { readonly step: DraftStep }): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const issues = issuesOf(body);
  const name = (body.name ?? "").trim();
  return (
    <div className={classes["head"]}>
      <h1>{name === "" ? t(($) => $.planning.head.newCampaign) : name}</h1>
      <SaveIndicator />
      <span className={classes["gap"]} />
      <nav aria-label={t(($) => $.planning.head.steps)}>
        <ol className={classes["steps"]}>
          {steps.map(({ id, title }, index) => {
            const open = issues.filter((issue) => (id === "review" ? false : issue.step === id)).length;
            return (
              <li key={id}>
                <button
                  aria-current={id === step ? "step" : undefined}
                  onClick={() => setQuery({ step: id })}
                  type="button"
                >
                  {index + 1} {title}
                  {id === "review" ? undefined : open === 0 ? (
                    <IconCheck aria-label={t(($) => $.planning.head.complete)} role="img" size={13} />
                  ) : (
                    <span>{t(($) => $.planning.head.open, { count: open })}</span>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
    </div>
  );
}

function SaveIndicator(): ReactElement {
  const saved = useFleetdesk((state) => state.wizardSaved);
  const save = useFleetdesk((state) => state.saveWizard);
  const now = useNow();
  if (saved.state === "failed") {
    return (
      <span className={classes["saveError"]} role="alert">
        {t(($) => $.planning.head.failed, { reason: saved.message })}{" "}
        <Button onClick={() => void save()}>{t(($) => $.planning.head.saveAgain)}</Button>
      </span>
    );
  }
  const savedAt = saved.state === "saved" ? saved.at : undefined;
  return (
    <span className="muted" data-saved={saved.state}>
      {saved.state !== "saved"
        ? t(($) => $.planning.head.saving)
        : savedAt === undefined
          ? t(($) => $.planning.head.notSaved)
          : t(($) => $.planning.head.saved, { time: formatTime(savedAt, now) })}
    </span>
  );
}
