/** A new service profile, with DNS servers and a callback where wanted. What is typed is kept until it is created. */
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { keepText, keptText } from "../../lib/kept-text.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { useCall } from "../../ui/use-call.ts";
import { CallbackField } from "./callback-field.tsx";
import { CreationSaid } from "./creation-said.tsx";
import { DnsField } from "./dns-field.tsx";
import classes from "./network.module.css";
import { SwitchChoices } from "./switch-choices.tsx";
import { draftOf, emptyProfile, readTypedProfile, type TypedProfile } from "./typed-profile-model.ts";

const key = "network/profile";
const fields = ["name", "description", "dns", "callback"];

type Said = Awaited<ReturnType<typeof fleet.profiles.create>>;

export function ProfileForm(): ReactElement {
  const [typed, setTyped] = useState<TypedProfile>(() => readTypedProfile(keptText(key)) ?? emptyProfile);
  const [said, setSaid] = useState<Said>();
  const online = useFleetdesk((state) => state.networkOnline);
  const load = useFleetdesk((state) => state.loadNetwork);
  const refine = useFleetdesk((state) => state.refine);
  const { busy, failure, run, forgetFailure } = useCall();
  const mistakes = byField(failure);
  const put = (change: Partial<TypedProfile>): void => {
    const next = { ...typed, ...change };
    keepText(key, JSON.stringify(next));
    setTyped(next);
    setSaid(undefined);
    forgetFailure();
  };
  const create = (allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.profiles.create({ ...draftOf(typed), allowSame });
      setSaid(answer);
      if (answer.outcome === "created") keepText(key, "");
      await load();
      if (answer.outcome === "created" && answer.id !== undefined) refine({ profile: answer.id }, { replace: true });
    });
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create(false);
      }}
    >
      <h2 className={classes["title"]}>New service profile</h2>
      <TextInput
        error={mistakes["name"]}
        label="Name"
        onChange={({ currentTarget }) => put({ name: currentTarget.value })}
        value={typed.name}
      />
      <TextInput
        error={mistakes["description"]}
        label="Description"
        onChange={({ currentTarget }) => put({ description: currentTarget.value })}
        value={typed.description}
      />
      <div className={classes["pair"]}>
        <DnsField
          error={mistakes["dns"]}
          onChange={(dns) => put({ dns })}
          placeholder="none of its own"
          value={typed.dns}
        />
        <CallbackField
          error={mistakes["callback"]}
          label="API callback for received SMS"
          onChange={(callback) => put({ callback })}
          placeholder="none"
          value={typed.callback}
        />
      </div>
      <SwitchChoices onChange={(switches) => put({ switches })} value={typed.switches} />
      {aboutNoField(failure, fields) ? (
        <Callout title="It was not created" tone="bad">
          <p>{failure.message}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      ) : undefined}
      {said === undefined ? undefined : (
        <CreationSaid busy={busy || !online} onAllTheSame={() => create(true)} said={said} />
      )}
      <div className={classes["deeds"]}>
        <Button disabled={!online} loading={busy} type="submit" variant="filled">
          Create
        </Button>
        <NoNetwork online={online} />
      </div>
    </form>
  );
}
