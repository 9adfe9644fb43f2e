/** The campaign wizard: four steps, each of which can be left and resumed. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { DraftStep } from "#shared/contract/campaigns/drafts.ts";
import { type State, useFleetdesk } from "../../../app/store/store.ts";
import { useConnection } from "../../../data/connection.ts";
import { FailureNotice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page-frame/page.tsx";
import { AudienceStep } from "./audience-step.tsx";
import { emptyBody } from "./draft-body.ts";
import { fieldSelector, isStep, issuesOf, pendingInputIssues, steps } from "./draft-issues.ts";
import { ReviewStep } from "./review-step.tsx";
import { SafetyStep } from "./safety-step.tsx";
import { TextStep } from "./text-step.tsx";
import classes from "./wizard.module.css";
import { IconCheck } from "@tabler/icons-react";
import { formatTime } from "#shared/format.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { focusable, focusWhenMounted } from "../../../lib/focus.ts";
import { useNow } from "../../../ui/use-now.ts";
import { Callout } from "../../../ui/callout.tsx";
import { readOnlyReason } from "../../../app/actions/action.ts";
import { ActionButton, useActionValue } from "../../../app/actions/run-action.tsx";
import { SendBlocker } from "../../../ui/send-blocker.tsx";
import { switchConnection } from "../../connections/connection-actions.ts";

const stepComponents: Readonly<Record<DraftStep, () => ReactElement>> = {
  audience: AudienceStep,
  text: TextStep,
  safety: SafetyStep,
  review: ReviewStep,
};

/** False while the draft in the store is saved before another one opens. */
function isWizardOpen({ wizard, wizardOpening }: State): boolean {
  return wizard !== undefined && wizardOpening.state === "ready";
}

/** Opens the draft of the address, adds the id of a new draft to the address, and saves before the page unloads. */
function useDraftOfAddress(): DraftStep {
  const { path, query } = useFleetdesk((state) => state.address);
  const id = useFleetdesk((state) => state.wizard?.id);
  const openedAs = useFleetdesk((state) => state.wizard?.openedAs);
  const follow = useFleetdesk((state) => state.confirmWizardAddress);
  const written = useFleetdesk((state) => state.wizard?.step);
  const isOpen = useFleetdesk(isWizardOpen);
  const open = useFleetdesk((state) => state.openWizard);
  const propose = useFleetdesk((state) => state.proposeWizard);
  const save = useFleetdesk((state) => state.saveWizard);
  const leave = useFleetdesk((state) => state.leaveWizard);
  const setStep = useFleetdesk((state) => state.stepWizard);
  const navigate = useFleetdesk((state) => state.navigate);
  const requestedId = path[2];
  const step: DraftStep = isStep(query["step"]) ? query["step"] : (written ?? "audience");
  useEffect(() => {
    const openRequested = async (): Promise<void> => {
      await open(requestedId === undefined ? undefined : Number(requestedId));
      if (requestedId === undefined) await propose();
    };
    void openRequested();
  }, [requestedId, open, propose]);
  useEffect(() => {
    // A new draft has received its id; a deleted one was saved under another id.
    const isOfAddress = openedAs === (requestedId === undefined ? undefined : Number(requestedId));
    const state = useFleetdesk.getState();
    // The effect above may just have begun to replace the draft.
    if (!isOpen || !isWizardOpen(state) || id === undefined || id === openedAs || !isOfAddress) return;
    navigate({ path: ["campaigns", "new", String(id)], query: state.address.query }, { replace: true });
    follow();
  }, [requestedId, follow, navigate, id, openedAs, isOpen]);
  useEffect(() => {
    if (isOpen) setStep(step);
  }, [isOpen, setStep, step]);
  useEffect(() => {
    // Before unload: later in the unload its calls might not be delivered.
    window.addEventListener("beforeunload", leave);
    return () => {
      window.removeEventListener("beforeunload", leave);
      void save();
    };
  }, [save, leave]);
  return step;
}

export function WizardPage(): ReactElement | undefined {
  const step = useDraftOfAddress();
  const opening = useFleetdesk((state) => state.wizardOpening);
  const isOpen = useFleetdesk(isWizardOpen);
  const turn = useFleetdesk((state) => state.wizard?.turn);
  const navigate = useFleetdesk((state) => state.navigate);
  const isConnected = useConnection() !== undefined;
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const readOnly = useActionValue(() => readOnlyReason(connection));
  if (opening.state === "failed") {
    return (
      <FailureNotice
        actions={
          <Button onClick={() => navigate({ path: ["campaigns"], query: {} })}>
            {t(($) => $.planning.page.allCampaigns)}
          </Button>
        }
        failure={opening.failure}
        title={t(($) => $.planning.page.openFailed)}
      />
    );
  }
  if (!isOpen || !isConnected) return undefined;
  const Part = stepComponents[step];
  const at = steps.findIndex(({ id }) => id === step);
  const [before, next] = [steps[at - 1], steps[at + 1]];
  return (
    <Page label={t(($) => $.planning.head.newCampaign)}>
      <WizardHead step={step} />
      <div className={classes["body"]} data-step={step} key={`${String(turn)} ${step}`}>
        <OtherConnection />
        <Part />
      </div>
      <div className={classes["foot"]}>
        <Button onClick={() => navigate({ path: ["campaigns"], query: {} })}>
          {t(($) => $.planning.page.saveAndClose)}
        </Button>
        <span className={classes["gap"]} />
        {step === "review" ? undefined : <SendBlocker reason={readOnly} />}
        {before === undefined ? undefined : (
          <Button onClick={() => openStep(before.id)}>
            {t(($) => $.planning.page.backTo, { step: before.title })}
          </Button>
        )}
        {next === undefined ? undefined : <NextStep key={step} step={step} to={next} />}
      </div>
    </Page>
  );
}

/** Also focuses its first control, or the first missing part of the text: the button has gone, or leads to another step. */
function openStep(step: DraftStep): void {
  const { wizard, setQuery } = useFleetdesk.getState();
  setQuery({ step });
  const missing =
    step === "text" ? issuesOf(wizard?.body ?? emptyBody).find((issue) => issue.step === step) : undefined;
  focusWhenMounted(missing === undefined ? `[data-step="${step}"] :is(${focusable})` : fieldSelector(missing.field), {
    take: true,
  });
}

interface NextStepProps {
  readonly step: DraftStep;
  readonly to: (typeof steps)[number];
}

/** Opens the next step; text in a field of the audience that is not added yet is reported first. */
function NextStep({ step, to }: NextStepProps): ReactElement {
  const announce = useFleetdesk((state) => state.announce);
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const [warned, setWarned] = useState(false);
  const left = step === "audience" ? pendingInputIssues(body) : [];
  const isHeld = warned && left.length > 0;
  const next = (): void => {
    if (left.length === 0 || warned) return openStep(to.id);
    setWarned(true);
    announce(left.map(({ message }) => message).join(" "));
  };
  return (
    <>
      {isHeld ? <span className={classes["bad"]}>{left.map(({ message }) => message).join(" ")}</span> : undefined}
      <Button onClick={next} variant={isHeld ? "default" : "filled"}>
        {isHeld
          ? t(($) => $.planning.page.skipTo, { step: to.title })
          : t(($) => $.planning.page.nextTo, { step: to.title })}
      </Button>
    </>
  );
}

/** Name of the draft, whether it is saved, and the four steps with their issues. */
function WizardHead({ step }: { readonly step: DraftStep }): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const hasNoRecipients = useFleetdesk(
    ({ wizardPreview }) => wizardPreview.state === "failed" || dataOf(wizardPreview)?.included === 0,
  );
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
            const issueCount = issues.filter((issue) => issue.step === id).length;
            const open = id === "audience" && issueCount === 0 && hasNoRecipients ? 1 : issueCount;
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
  const write = useFleetdesk((state) => state.write);
  const now = useNow();
  if (saved.state === "failed") {
    return (
      <span className={classes["saveError"]} role="alert">
        {t(($) => $.planning.head.failed, { reason: saved.message })}{" "}
        <Button
          onClick={() => {
            // As input, so that a draft that was deleted meanwhile is saved as a new one.
            write({});
            void save();
          }}
        >
          {t(($) => $.planning.head.saveAgain)}
        </Button>
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

/** Note for a draft that belongs to another connection than the selected one. */
function OtherConnection(): ReactElement | undefined {
  const own = useFleetdesk((state) => state.wizard?.connection);
  const current = useConnection()?.name;
  if (own === undefined || own === current) return undefined;
  return (
    <Callout
      actions={
        <ActionButton action={switchConnection} target={{ connection: own }}>
          {t(($) => $.planning.otherConnection.switchTo, { name: own })}
        </ActionButton>
      }
      title={t(($) => $.planning.otherConnection.title, { name: own })}
      tone="waiting"
    >
      <p>{t(($) => $.planning.otherConnection.text, { current: current ?? "", own })}</p>
    </Callout>
  );
}
