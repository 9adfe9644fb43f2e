/** API callbacks: the form of a new one, and one callback with the streams known to use it. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import { formatDateTime } from "#shared/format.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { useDraftForm } from "../../../app/store/use-draft-form.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { Facts, Panel } from "../../../ui/panel.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { CreationForm, useCreation } from "../creation-form.tsx";
import { type FormField, FormFields } from "../form-fields.tsx";
import { useForgottenResults } from "../use-forgotten-results.ts";
import { ResolveCreation, ValueOrUnknown } from "./detail-fields.tsx";
import { createCallback, newStreamWithCallback, refreshCallback } from "./stream-actions.ts";
import { callbackStatus, errorsByField, idText, streamSourceText, streamText } from "./stream-labels.ts";
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
        errors={errorsByField(call.failure)}
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
  const { id, url, purpose, organisation, createdAt, asOf, creation, streams } = item;
  const { tone, text } = callbackStatus(item);
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{url ?? idText(item)}</h2>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      <ResolveCreation item={item} kind="callback" />
      <Panel
        aside={<span className="muted">{streamSourceText(item.source)}</span>}
        title={t(($) => $.network.streams.detail.title)}
      >
        <Facts
          facts={[
            [
              t(($) => $.network.streams.detail.id),
              <ValueOrUnknown key="id" label={t(($) => $.network.streams.detail.id)} value={id} />,
            ],
            [
              t(($) => $.network.streams.callbacks.url),
              <ValueOrUnknown key="url" label={t(($) => $.network.streams.callbacks.url)} value={url} />,
            ],
            [t(($) => $.network.streams.callbacks.purpose), <Purpose key="purpose" text={purpose} />],
            [
              t(($) => $.network.streams.callbacks.organisation),
              <ValueOrUnknown
                key="organisation"
                label={t(($) => $.network.streams.callbacks.organisation)}
                value={organisation}
              />,
            ],
            [
              t(($) => $.common.created),
              createdAt === undefined ? (
                <ValueOrUnknown key="at" label={t(($) => $.common.created)} value={undefined} />
              ) : (
                formatDateTime(createdAt)
              ),
            ],
            ...(asOf === undefined
              ? []
              : ([[t(($) => $.network.streams.detail.listedAsOf), formatDateTime(asOf)]] as const)),
            ...(creation === undefined
              ? []
              : ([
                  [t(($) => $.network.streams.detail.sent), formatDateTime(creation.sentAt)],
                  [t(($) => $.network.streams.detail.response), formatText(creation.answer)],
                ] as const)),
          ]}
        />
      </Panel>
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
      {id === undefined ? undefined : (
        <div className={classes["actions"]}>
          <ActionButton action={refreshCallback} target={item} />
          <ActionButton action={newStreamWithCallback} target={item} />
        </div>
      )}
    </>
  );
}

function Purpose({ text }: { readonly text: string | undefined }): ReactElement {
  return text === undefined ? (
    <ValueOrUnknown label={t(($) => $.network.streams.callbacks.purpose)} value={undefined} />
  ) : (
    <span translate="no">{text}</span>
  );
}
