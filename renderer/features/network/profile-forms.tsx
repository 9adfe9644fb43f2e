/** The forms of service profiles: a new one, and a dialog that edits one and shows how many endpoints use it. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Modal, SegmentedControl } from "@mantine/core";
import type { ReactElement } from "react";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { useDraftForm } from "../../app/store/use-draft-form.ts";
import { byField } from "../../lib/field-failure.ts";
import { Callout } from "../../ui/callout.tsx";
import {
  CreationForm,
  type FormField,
  FormFields,
  RecordResult,
  SendForm,
  useCreation,
  useForgottenResults,
} from "./creation-form.tsx";
import { createProfile, updateProfile } from "./profile-actions.ts";
import { profileTitle } from "./network-labels.ts";
import classes from "./network.module.css";
import { resultKey } from "./network-slice.ts";
import {
  changesOf,
  draftOf,
  emptyProfile,
  noUpdate,
  type ProfileFormState,
  profileSwitches,
  type ProfileUpdateFormState,
} from "./profile-form-state.ts";

const texts: readonly FormField<"name" | "description">[] = [
  { name: "name", label: t(($) => $.common.name), input: "text" },
  { name: "description", label: t(($) => $.network.profile.description), input: "text" },
];
const references: readonly FormField<"dns" | "callback">[] = [
  { name: "dns", label: t(($) => $.network.dns.title), input: "dns", placeholder: t(($) => $.common.none) },
  {
    name: "callback",
    label: t(($) => $.network.callback.forProfile),
    input: "callback",
    placeholder: t(($) => $.common.none),
  },
];

/** Optionally with DNS servers and a callback. */
export function ProfileForm(): ReactElement {
  const draft = useDraftForm("network", "profile", emptyProfile);
  const { values } = draft;
  const call = useCreation(createProfile, "profile", draftOf(values), draft);
  useForgottenResults("new", "profile");
  const errors = byField(call.failure);
  const put = (change: Partial<ProfileFormState>): void => {
    draft.update(change);
    call.clear();
  };
  return (
    <CreationForm
      call={call}
      failureTitle={t(($) => $.network.profile.notCreated)}
      fields={["name", "description", "dns", "callback"]}
      submit={t(($) => $.network.profile.create)}
      title={t(($) => $.network.profile.new)}
    >
      <FormFields errors={errors} fields={texts} onChange={put} values={values} />
      <div className={classes["pair"]}>
        <FormFields errors={errors} fields={references} onChange={put} values={values} />
      </div>
      <SwitchChoices onChange={(switches) => put({ switches })} value={values.switches} />
    </CreationForm>
  );
}

export function EditProfile({ profile, connection }: EditProfileProps): ReactElement {
  const dialog = useFleetdesk((state) => state.networkDialog);
  const closeDialog = useFleetdesk((state) => state.closeNetworkDialog);
  const opened = dialog?.dialog === "edit-profile" && dialog.profile === profile.id;
  const close = (): void => closeDialog(dialog);
  return (
    <Modal
      onClose={close}
      opened={opened}
      title={t(($) => $.network.profile.editTitle, { profile: profileTitle(profile) })}
    >
      {opened ? <EditForm connection={connection} onClose={close} profile={profile} /> : undefined}
    </Modal>
  );
}

export interface EditProfileProps {
  readonly profile: Profile;
  readonly connection: string | undefined;
}

/** The draft is stored until the service returns its values, or until it is discarded. */
function EditForm({ profile, connection, onClose }: EditProfileProps & { readonly onClose: () => void }): ReactElement {
  const draft = useDraftForm("network", `profile/${profile.id}`, noUpdate);
  const { values, update, clear, hasDraft } = draft;
  const setResult = useFleetdesk((state) => state.setNetworkResult);
  const end = (): void => {
    if (clear()) onClose();
  };
  const target = {
    connection: draft.connection,
    profile: profile.id,
    ...changesOf(values, profile),
    onUpdated: end,
  };
  const { busy, failure, run, clearFailure } = useActionCall(updateProfile, target);
  const change = (next: Partial<ProfileUpdateFormState>): void => {
    update(next);
    setResult(resultKey(connection, "profile", profile.id), undefined);
    clearFailure();
  };
  return (
    <SendForm
      busy={busy}
      buttons={
        <Button disabled={busy} onClick={end}>
          {hasDraft ? t(($) => $.network.profile.discard) : t(($) => $.common.cancel)}
        </Button>
      }
      failure={failure}
      failureTitle={t(($) => $.network.profile.notUpdated)}
      fields={["name", "description"]}
      onSubmit={() => void run(target)}
      submit={t(($) => $.network.profile.update)}
    >
      <FormFields
        errors={byField(failure)}
        fields={texts}
        onChange={change}
        values={{
          name: values.name ?? profile.name ?? "",
          description: values.description ?? profile.description ?? "",
        }}
      />
      <SwitchChoices onChange={(switches) => change({ switches })} value={values.switches} />
      <Callout
        title={t(($) => $.network.profile.usedByEndpoints, { endpoints: formatText(profile.endpoints.sentence) })}
        tone="waiting"
      >
        <p>{t(($) => $.network.profile.updateHelp)}</p>
      </Callout>
      <RecordResult connection={connection} id={profile.id} part="profile" />
    </SendForm>
  );
}

const choices = [
  { value: "", label: t(($) => $.network.profile.serviceDefault) },
  { value: "yes", label: t(($) => $.common.on) },
  { value: "no", label: t(($) => $.common.off) },
];

interface SwitchChoicesProps {
  readonly value: ProfileFormState["switches"];
  readonly onChange: (switches: ProfileFormState["switches"]) => void;
}

function SwitchChoices({ value, onChange }: SwitchChoicesProps): ReactElement {
  return (
    <fieldset className={classes["switches"]}>
      <legend>{t(($) => $.network.profile.featuresHelp)}</legend>
      {profileSwitches.map(([name, label]) => {
        const is = value[name];
        return (
          <div className={classes["switch"]} key={name}>
            <span>{label}</span>
            <SegmentedControl
              aria-label={label}
              data={choices}
              onChange={(next) => {
                const { [name]: _former, ...rest } = value;
                onChange(next === "" ? rest : { ...rest, [name]: next === "yes" });
              }}
              size="xs"
              value={is === undefined ? "" : is ? "yes" : "no"}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
