/** The destination of SMS that endpoints of a profile send. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { ActionButton, useActionCall, useSendBlocker } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { useConnection } from "../../data/connection.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { RecordResult } from "./creation-form.tsx";
import { FormFields } from "./form-fields.tsx";
import { removeCallback, setCallback, undoCallback } from "./network-actions.ts";
import { callbackLabel, dataSourceText, useTone } from "./network-labels.ts";
import classes from "./network.module.css";
import { resultKey } from "./network-slice.ts";

export function ProfileCallback({ profile }: { readonly profile: Profile }): ReactElement {
  const connection = useConnection()?.name;
  const result = useFleetdesk((state) => state.networkResults[resultKey(connection, "profile-callback", profile.id)]);
  const { callback } = profile;
  const { earlier } = callback;
  return (
    <Panel title={t(($) => $.network.callback.title)}>
      <p className={classes["line"]}>
        <StatusPill tone={useTone(callback)}>{callbackLabel(callback.assignment)}</StatusPill>
        <span className="muted">{callback.source === undefined ? "" : dataSourceText(callback.source)}</span>
      </p>
      {callback.lost === undefined ? undefined : (
        <Callout title={t(($) => $.network.callback.lostTitle)} tone="unknown">
          <p>{t(($) => $.network.callback.lost, { callback: callbackLabel(callback.lost.requested) })}</p>
        </Callout>
      )}
      <RecordResult connection={connection} id={profile.id} part="profile-callback" />
      {earlier === undefined ? undefined : (
        <p className={classes["line"]}>
          <span>{t(($) => $.network.callback.earlier, { callback: callbackLabel(earlier.assignment) })}</span>
          <ActionButton action={undoCallback} target={profile} />
        </p>
      )}
      {/* The input is empty again after a change. */}
      <SetCallback key={JSON.stringify(result)} profile={profile} />
    </Panel>
  );
}

const fields = [{ name: "callback", label: t(($) => $.network.callback.id), input: "callback" }] as const;

function SetCallback({ profile }: { readonly profile: Profile }): ReactElement {
  const [callback, setInput] = useState("");
  const blocker = useSendBlocker();
  const target = { profile, assignment: { state: "uses", callback: callback.trim() } } as const;
  const { busy, failure, run, clearFailure } = useActionCall(setCallback, target);
  return (
    <form
      className={classes["row"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(target);
      }}
    >
      {aboutNoField(failure, ["callback"]) ? (
        <Callout title={t(($) => $.network.callback.notChanged)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      ) : undefined}
      <FormFields
        errors={byField(failure)}
        fields={fields}
        onChange={(change) => {
          clearFailure();
          setInput(change.callback ?? "");
        }}
        values={{ callback }}
      />
      <Button disabled={blocker !== undefined} loading={busy} type="submit">
        {t(($) => $.network.callback.setBegin)}
      </Button>
      <ActionButton action={removeCallback} target={profile} />
      <SendBlocker reason={blocker} />
    </form>
  );
}
