/** Name, description and switches of a service profile, edited in a dialog that shows how many endpoints use it. */
import { Button, Modal, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Profile } from "#contract/profiles.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { exactly } from "../../lib/format.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./network.module.css";
import { profileTitle } from "./network-model.ts";
import { SwitchChoices } from "./switch-choices.tsx";

type Answer = Awaited<ReturnType<typeof fleet.profiles.update>>;

const tones = { updated: "good", unchanged: "neutral", differs: "waiting", unknown: "unknown" } as const;

export function EditProfile({ profile }: { readonly profile: Profile }): ReactElement {
  const [opened, setOpened] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const { lostUpdate } = profile;
  return (
    <>
      <div className={classes["deeds"]}>
        <Button
          onClick={() => {
            setAnswer(undefined);
            setOpened(true);
          }}
        >
          Edit profile…
        </Button>
      </div>
      {answer === undefined ? undefined : (
        <Callout tone={tones[answer.outcome]}>
          <p>{answer.message}</p>
        </Callout>
      )}
      {lostUpdate === undefined || answer?.outcome === "unknown" ? undefined : (
        <Callout title="Outcome of the last update unknown" tone="unknown">
          <p>
            Fields: {lostUpdate.fields.join(", ")}. Sent {exactly(lostUpdate.at)}. Sending the update again is safe.
          </p>
        </Callout>
      )}
      <Modal onClose={() => setOpened(false)} opened={opened} title={`Edit ${profileTitle(profile)}`}>
        {opened ? (
          <EditForm
            onAnswer={(next) => {
              setAnswer(next);
              setOpened(false);
            }}
            onClose={() => setOpened(false)}
            profile={profile}
          />
        ) : undefined}
      </Modal>
    </>
  );
}

interface EditFormProps {
  readonly profile: Profile;
  readonly onAnswer: (answer: Answer) => void;
  readonly onClose: () => void;
}

function EditForm({ profile, onAnswer, onClose }: EditFormProps): ReactElement {
  const online = useFleetdesk((state) => state.networkOnline);
  const [name, setName] = useState(profile.name ?? "");
  const [description, setDescription] = useState(profile.description ?? "");
  const [switches, setSwitches] = useState<Profile["switches"]>({});
  const { busy, failure, run } = useCall();
  const invalid = byField(failure);
  const submit = (): void =>
    void run(async () => {
      const changed = {
        ...(name === (profile.name ?? "") ? {} : { name }),
        ...(description === (profile.description ?? "") ? {} : { description }),
      };
      onAnswer(await fleet.profiles.update({ profile: profile.id, ...changed, switches }));
    });
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        error={invalid["name"]}
        label="Name"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        value={name}
      />
      <TextInput
        error={invalid["description"]}
        label="Description"
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        value={description}
      />
      <SwitchChoices onChange={setSwitches} value={switches} />
      <Callout title={`Used by: ${profile.endpoints.sentence}`} tone="waiting">
        <p>The update applies to all of these endpoints. Only changed fields are sent.</p>
      </Callout>
      {aboutNoField(failure, ["name", "description"]) ? (
        <Callout title="The profile was not updated" tone="bad">
          <p>{failure.message}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      ) : undefined}
      <div className={classes["deeds"]}>
        <Button disabled={!online} loading={busy} type="submit" variant="filled">
          Update profile
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <NoNetwork online={online} />
      </div>
    </form>
  );
}
