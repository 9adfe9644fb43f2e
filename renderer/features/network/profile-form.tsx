/** A new service profile, with DNS servers and a callback where wanted. What is typed is kept until it is created. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useState } from "react";
import { byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useKeptForm } from "../../store/use-kept-form.ts";
import { useCall } from "../../ui/use-call.ts";
import { CallbackField } from "./callback-field.tsx";
import { CreationSaid } from "./creation-said.tsx";
import { DnsField } from "./dns-field.tsx";
import classes from "./network.module.css";
import { ProfileTexts } from "./profile-texts.tsx";
import { SendForm } from "./send-form.tsx";
import { SwitchChoices } from "./switch-choices.tsx";
import { draftOf, emptyProfile, type TypedProfile } from "./typed-profile-model.ts";

const fields = ["name", "description", "dns", "callback"];

type Said = Awaited<ReturnType<typeof fleet.profiles.create>>;

export function ProfileForm(): ReactElement {
  const { typed, put: type, clear, connection } = useKeptForm("network", "profile", emptyProfile);
  const [said, setSaid] = useState<Said>();
  const online = useFleetdesk((state) => state.networkOnline);
  const load = useFleetdesk((state) => state.loadNetwork);
  const refine = useFleetdesk((state) => state.refine);
  const { busy, failure, run, forgetFailure } = useCall();
  const mistakes = byField(failure);
  const put = (change: Partial<TypedProfile>): void => {
    type(change);
    setSaid(undefined);
    forgetFailure();
  };
  const create = (allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.profiles.create({ connection, ...draftOf(typed), allowSame });
      setSaid(answer);
      if (answer.outcome === "created") clear();
      await load();
      if (answer.outcome === "created" && answer.id !== undefined) refine({ profile: answer.id }, { replace: true });
    });
  return (
    <SendForm
      busy={busy}
      failure={failure}
      failureTitle={t(($) => $.network.profile.notCreated)}
      fields={fields}
      onSubmit={() => create(false)}
      submit={t(($) => $.network.profile.create)}
    >
      <h2 className={classes["title"]}>{t(($) => $.network.profile.new)}</h2>
      <ProfileTexts description={typed.description} mistakes={mistakes} name={typed.name} onChange={put} />
      <div className={classes["pair"]}>
        <DnsField
          error={mistakes["dns"]}
          onChange={(dns) => put({ dns })}
          placeholder={t(($) => $.common.none)}
          value={typed.dns}
        />
        <CallbackField
          error={mistakes["callback"]}
          label={t(($) => $.network.callback.forProfile)}
          onChange={(callback) => put({ callback })}
          placeholder={t(($) => $.common.none)}
          value={typed.callback}
        />
      </div>
      <SwitchChoices onChange={(switches) => put({ switches })} value={typed.switches} />
      {said === undefined ? undefined : (
        <CreationSaid busy={busy || !online} onAllTheSame={() => create(true)} said={said} />
      )}
    </SendForm>
  );
}
