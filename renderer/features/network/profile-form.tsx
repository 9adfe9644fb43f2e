/** Creates a service profile, optionally with DNS servers and a callback. The draft is stored until the profile is created. */
import { t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import { type ReactElement, useState } from "react";
import { byField } from "../../lib/field-failure.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useDraftForm } from "../../app/store/use-draft-form.ts";
import { useCall } from "../../ui/use-call.ts";
import { CallbackField } from "./callback-field.tsx";
import { CreationResult } from "./creation-result.tsx";
import { DnsField } from "./dns-field.tsx";
import classes from "./network.module.css";
import { ProfileTexts } from "./profile-texts.tsx";
import { SendForm } from "./send-form.tsx";
import { SwitchChoices } from "./switch-choices.tsx";
import { draftOf, emptyProfile, type ProfileFormState } from "./profile-form-state.ts";

const fields = ["name", "description", "dns", "callback"];

type CreateProfileResult = Awaited<ReturnType<typeof fleet.profiles.create>>;

export function ProfileForm(): ReactElement {
  const { values: draft, update: type, clear, connection } = useDraftForm("network", "profile", emptyProfile);
  const [result, setResult] = useState<CreateProfileResult>();
  const blocker = useSendBlocker();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const { busy, failure, run, clearFailure } = useCall();
  const errors = byField(failure);
  const put = (change: Partial<ProfileFormState>): void => {
    type(change);
    setResult(undefined);
    clearFailure();
  };
  const create = (allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.profiles.create({ connection, ...draftOf(draft), allowSame });
      setResult(answer);
      if (answer.outcome === "created") clear();
      await reloadQueries("dns.list", "profiles.list");
      if (answer.outcome === "created" && answer.id !== undefined) setQuery({ profile: answer.id }, { replace: true });
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
      <ProfileTexts description={draft.description} errors={errors} name={draft.name} onChange={put} />
      <div className={classes["pair"]}>
        <DnsField
          error={errors["dns"]}
          onChange={(dns) => put({ dns })}
          placeholder={t(($) => $.common.none)}
          value={draft.dns}
        />
        <CallbackField
          error={errors["callback"]}
          label={t(($) => $.network.callback.forProfile)}
          onChange={(callback) => put({ callback })}
          placeholder={t(($) => $.common.none)}
          value={draft.callback}
        />
      </div>
      <SwitchChoices onChange={(switches) => put({ switches })} value={draft.switches} />
      {result === undefined ? undefined : (
        <CreationResult busy={busy || blocker !== undefined} onCreateAnyway={() => create(true)} result={result} />
      )}
    </SendForm>
  );
}
