/** API callbacks: the form of a new one, and one callback with the streams known to use it. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import { formatDateTime } from "#shared/format.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { useDraftForm } from "../../../app/store/use-draft-form.ts";
import { useConnection } from "../../../data/connection.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { byField } from "../../../lib/field-failure.ts";
import { Panel } from "../../../ui/panel.tsx";
import {
  CreationForm,
  type FormField,
  FormFields,
  RecordResult,
  useCreation,
  useForgottenResults,
} from "../creation-form.tsx";
import { createCallback, deleteCallback, newStreamWithCallback, refreshCallback } from "./stream-actions.ts";
import { RecordFacts, RecordHead } from "./stream-detail.tsx";
import { callbackStatus, idText, streamText } from "./stream-labels.ts";
import classes from "./streams.module.css";

const empty = { url: "", purpose: "" };

/** Of a new callback, by itself or with its stream. */
export const callbackFields: readonly FormField<keyof typeof empty>[] = [
  {
    name: "url",
    label: t(($) => $.network.streams.callbacks.url),
    help: t(($) => $.network.streams.callbacks.urlHelp),
    placeholder: "https://fleet.example.com/in",
  },
  {
    name: "purpose",
    label: t(($) => $.network.streams.callbacks.purpose),
    help: t(($) => $.network.streams.callbacks.purposeHelp),
    placeholder: t(($) => $.network.streams.callbacks.purposePlaceholder),
    input: "text",
  },
];

export function CallbackForm(): ReactElement {
  const draft = useDraftForm("streams", "callback", empty);
  const { values, update } = draft;
  const call = useCreation(createCallback, "callback", values, draft);
  useForgottenResults("new", "callback");
  return (
    <CreationForm
      call={call}
      failureTitle={t(($) => $.network.streams.callbacks.notCreated)}
      fields={["url", "purpose"]}
      submit={t(($) => $.network.streams.callbacks.create)}
      title={t(($) => $.network.streams.callbacks.new)}
    >
      <FormFields
        errors={byField(call.failure)}
        fields={callbackFields}
        onChange={(change) => {
          update(change);
          call.clear();
        }}
        values={values}
      />
    </CreationForm>
  );
}

export function CallbackDetail({ item }: { readonly item: Callback }): ReactElement {
  const streamItems = useFleetData("streams.list", {})?.items ?? [];
  const connection = useConnection()?.name;
  const { id, key, url, purpose, organisation, createdAt, streams } = item;
  useForgottenResults(id ?? key, "callback");
  return (
    <>
      <RecordHead item={item} kind="callback" status={callbackStatus(item)} title={url ?? idText(item)} />
      <RecordFacts
        facts={[
          [t(($) => $.network.streams.callbacks.url), url, "copy"],
          [
            t(($) => $.network.streams.callbacks.purpose),
            purpose && (
              <span key="purpose" translate="no">
                {purpose}
              </span>
            ),
          ],
          [t(($) => $.network.streams.callbacks.organisation), organisation, "copy"],
          [t(($) => $.common.created), createdAt && formatDateTime(createdAt)],
        ]}
        item={item}
      />
      <Panel title={t(($) => $.network.streams.callbacks.streams)}>
        {streams.length === 0 ? (
          <p>{t(($) => $.network.streams.callbacks.noStreams)}</p>
        ) : (
          <ul className={classes["links"]}>
            {streams.map((key) => (
              <li key={key}>
                <a href={`#/streams?stream=${encodeURIComponent(key)}`}>
                  {streamText(
                    streamItems.find((one) => one.key === key),
                    key,
                  )}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <RecordResult connection={connection} id={id ?? key} part="callback" />
      {id === undefined ? undefined : (
        <div className={classes["actions"]}>
          <ActionButton action={refreshCallback} target={item} />
          <ActionButton action={newStreamWithCallback} target={item} />
          <ActionButton action={deleteCallback} target={item} />
        </div>
      )}
    </>
  );
}
