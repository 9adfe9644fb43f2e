/** Edits name, description and switches of a service profile in a dialog that shows how many endpoints use it. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Modal } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { byField } from "../../lib/field-failure.ts";
import { formatDateTime } from "#shared/format.ts";
import { fleet } from "../../lib/fleet.ts";
import { useDraftForm } from "../../app/store/use-draft-form.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./network.module.css";
import { profileTitle } from "./network-labels.ts";
import { ProfileTexts } from "./profile-texts.tsx";
import { SendForm } from "./send-form.tsx";
import { SwitchChoices } from "./switch-choices.tsx";
import { changesOf, noUpdate, type ProfileUpdateFormState } from "./profile-form-state.ts";

type Answer = Awaited<ReturnType<typeof fleet.profiles.update>>;

const tones = { updated: "good", unchanged: "neutral", differs: "waiting", unknown: "unknown" } as const;

export function EditProfile({ profile }: { readonly profile: Profile }): ReactElement {
  const [opened, setOpened] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const { lostUpdate } = profile;
  const close = (): void => setOpened(false);
  const answerCallout =
    answer === undefined ? undefined : (
      <Callout tone={tones[answer.outcome]}>
        <p>{formatText(answer.message)}</p>
      </Callout>
    );
  return (
    <>
      <div className={classes["actions"]}>
        <Button
          onClick={() => {
            setAnswer(undefined);
            setOpened(true);
          }}
        >
          {t(($) => $.network.profile.editBegin)}
        </Button>
      </div>
      {opened ? undefined : answerCallout}
      {lostUpdate === undefined || answer?.outcome === "unknown" ? undefined : (
        <Callout title={t(($) => $.network.profile.lostUpdateTitle)} tone="unknown">
          <p>
            {t(($) => $.network.profile.lostUpdate, {
              fields: lostUpdate.fields.join(", "),
              time: formatDateTime(lostUpdate.at),
            })}
          </p>
        </Callout>
      )}
      <Modal
        onClose={close}
        opened={opened}
        title={t(($) => $.network.profile.editTitle, { profile: profileTitle(profile) })}
      >
        {opened ? (
          <EditForm onAnswer={setAnswer} onClose={close} profile={profile}>
            {answerCallout}
          </EditForm>
        ) : undefined}
      </Modal>
    </>
  );
}

interface EditFormProps {
  readonly profile: Profile;
  readonly onAnswer: (answer: Answer | undefined) => void;
  readonly onClose: () => void;
  /** The last response. */
  readonly children: ReactElement | undefined;
}

/** The draft is stored until the service returns the new values, or until it is discarded. */
function EditForm({ profile, onAnswer, onClose, children }: EditFormProps): ReactElement {
  const {
    values: draft,
    update: put,
    clear,
    hasDraft: isStarted,
    connection,
  } = useDraftForm("network", `profile/${profile.id}`, noUpdate);
  const { busy, failure, run, clearFailure } = useCall();
  const change = (next: Partial<ProfileUpdateFormState>): void => {
    put(next);
    onAnswer(undefined);
    clearFailure();
  };
  const submit = (): void =>
    void run(async () => {
      const answer = await fleet.profiles.update({ connection, profile: profile.id, ...changesOf(draft, profile) });
      onAnswer(answer);
      if (answer.outcome !== "updated" && answer.outcome !== "unchanged") return;
      clear();
      onClose();
    });
  return (
    <SendForm
      busy={busy}
      buttons={
        <Button
          disabled={busy}
          onClick={() => {
            clear();
            onClose();
          }}
        >
          {isStarted ? t(($) => $.network.profile.discard) : t(($) => $.common.cancel)}
        </Button>
      }
      failure={failure}
      failureTitle={t(($) => $.network.profile.notUpdated)}
      fields={["name", "description"]}
      onSubmit={submit}
      submit={t(($) => $.network.profile.update)}
    >
      <ProfileTexts
        description={draft.description ?? profile.description ?? ""}
        errors={byField(failure)}
        name={draft.name ?? profile.name ?? ""}
        onChange={change}
      />
      <SwitchChoices onChange={(switches) => change({ switches })} value={draft.switches} />
      <Callout
        title={t(($) => $.network.profile.usedByEndpoints, { endpoints: formatText(profile.endpoints.sentence) })}
        tone="waiting"
      >
        <p>{t(($) => $.network.profile.updateHelp)}</p>
      </Callout>
      {children}
    </SendForm>
  );
}
