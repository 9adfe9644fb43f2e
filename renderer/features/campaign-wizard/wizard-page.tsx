/** Writing a campaign in four steps, each of which can be left and taken up again. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { DraftStep } from "#contract/drafts.ts";
import { when } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import { AudienceStep } from "./audience-step.tsx";
import { isStep, lacksOf, steps } from "./draft-model.ts";
import { ReviewStep } from "./review-step.tsx";
import { SafetyStep } from "./safety-step.tsx";
import { TextStep } from "./text-step.tsx";
import classes from "./wizard.module.css";

const parts: Readonly<Record<DraftStep, () => ReactElement>> = {
  audience: AudienceStep,
  text: TextStep,
  safety: SafetyStep,
  review: ReviewStep,
};

export function WizardPage(): ReactElement | undefined {
  const address = useFleetdesk((state) => state.address);
  const wizard = useFleetdesk((state) => state.wizard);
  const opening = useFleetdesk((state) => state.wizardOpening);
  const open = useFleetdesk((state) => state.openWizard);
  const keep = useFleetdesk((state) => state.keepWizard);
  const go = useFleetdesk((state) => state.go);
  const asked = address.path[2];
  const step: DraftStep = isStep(address.query["step"]) ? address.query["step"] : "audience";
  useEffect(() => {
    void open(asked === undefined ? undefined : Number(asked));
  }, [asked, open]);
  // Once something is written it has an address of its own, so that a reload finds it.
  const id = wizard?.id;
  useEffect(() => {
    if (asked === undefined && id !== undefined)
      go({ path: ["campaigns", "new", String(id)], query: { step } }, { replace: true });
  }, [asked, go, id, step]);
  useEffect(
    () => () => {
      void keep(step);
    },
    [keep, step],
  );
  if (opening.state === "failed")
    return <FailureNotice failure={opening.failure} title="This draft cannot be opened" />;
  if (wizard === undefined) return undefined;
  const lacks = lacksOf(wizard.body);
  const Part = parts[step];
  const at = steps.findIndex(({ id: each }) => each === step);
  const next = steps[at + 1];
  const before = steps[at - 1];
  const goTo = async (to: DraftStep): Promise<void> => {
    const kept = await keep(to);
    const path = kept === undefined ? address.path : ["campaigns", "new", String(kept.id)];
    go({ path, query: { step: to } });
  };
  return (
    <section aria-label="New campaign" className={classes["page"]}>
      <div className={classes["head"]}>
        <h1>{wizard.body.name ?? "New campaign"}</h1>
        <nav aria-label="Steps" className={classes["steps"]}>
          {steps.map(({ id: each, title }, index) => (
            <button
              aria-current={each === step ? "step" : undefined}
              key={each}
              onClick={() => void goTo(each)}
              type="button"
            >
              <i aria-hidden="true">{index + 1}</i>
              {title}
              {lacks.some((lack) => lack.step === each) ? <span className="muted"> incomplete</span> : undefined}
            </button>
          ))}
        </nav>
        <span className={classes["gap"]} />
        <SavedMark />
      </div>
      <div className={classes["body"]} key={step}>
        <Part />
      </div>
      <div className={classes["foot"]}>
        <Button component="a" href="#/campaigns" onClick={() => void keep(step)}>
          Leave, and go on later
        </Button>
        <span className={classes["gap"]} />
        {before === undefined ? undefined : <Button onClick={() => void goTo(before.id)}>Back: {before.title}</Button>}
        {next === undefined ? undefined : (
          <Button onClick={() => void goTo(next.id)} variant="filled">
            Next: {next.title}
          </Button>
        )}
      </div>
    </section>
  );
}

function SavedMark(): ReactElement {
  const saved = useFleetdesk((state) => state.wizardSaved);
  const now = useNow();
  if (saved.state === "failed") return <span className={classes["bad"]}>Not kept: {saved.message}</span>;
  if (saved.state !== "saved") return <span className="muted">Keeping…</span>;
  return (
    <span className="muted">{saved.at === undefined ? "Nothing written yet" : `Kept ${when(saved.at, now)}`}</span>
  );
}
