/** One API callback: its data, the streams known to use it, and a refresh from the service. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import { fleet } from "../../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Facts, Panel } from "../../../ui/panel.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { ValueOrUnknown, ResolveCreation } from "./detail-fields.tsx";
import classes from "./streams.module.css";
import { callbackStatus, idText, streamSourceText, streamText } from "./stream-labels.ts";
import { useStreamDraft } from "./use-stream-draft.ts";

export function CallbackDetail({ item }: { readonly item: Callback }): ReactElement {
  const { update: put } = useStreamDraft();
  const navigate = useFleetdesk((state) => state.navigate);
  const streamItems = useFleetData("streams.list", {})?.items ?? [];
  const { busy, failure, run } = useCall();
  const { id, url, purpose, organisation, createdAt, asOf, creation, streams } = item;
  const { tone, text } = callbackStatus(item);
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{url ?? idText(item)}</h2>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      <ResolveCreation creation={creation} kind="callback" />
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
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.network.streams.callbacks.refreshFailed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      {id === undefined ? undefined : (
        <div className={classes["actions"]}>
          <Button
            loading={busy}
            onClick={() =>
              void run(async () => {
                await fleet.streams.readCallback({ id });
              })
            }
          >
            {t(($) => $.network.streams.callbacks.refresh)}
          </Button>
          <Button
            onClick={() => {
              put({ destination: "rest-api", callbackIs: "existing", callback: id });
              navigate({ path: ["streams"], query: { stream: "new", step: "target" } });
            }}
          >
            {t(($) => $.network.streams.callbacks.newStream)}
          </Button>
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
