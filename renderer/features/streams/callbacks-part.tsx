/** API callbacks: what is known, one of them, and a new one. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { CallbackList } from "#contract/streams.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ListState } from "../../ui/list-state.tsx";
import { ListBeside } from "../../ui/page-frame/list-beside.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { CallbackDetail } from "./callback-detail.tsx";
import { CallbackForm } from "./callback-form.tsx";
import { RowButton } from "./row-button.tsx";
import classes from "./streams.module.css";
import { callbackStand, idWords, sourceWords } from "./streams-model.ts";

export function CallbacksPart(): ReactElement {
  const remote = useFleetdesk((state) => state.callbackList);
  const chosen = useFleetdesk((state) => state.address.query["callback"]);
  const refine = useFleetdesk((state) => state.refine);
  const list = shown(remote);
  return (
    <ListBeside
      columns="minmax(320px, 1fr) minmax(0, 1fr)"
      deeds={
        <Button onClick={() => refine({ callback: "new" })} variant="filled">
          {t(($) => $.network.streams.callbacks.new)}
        </Button>
      }
      side={<Side chosen={chosen} list={list} />}
    >
      {remote.state === "failed" && list === undefined ? (
        <FailureNotice failure={remote.failure} />
      ) : (
        <ListState instead={t(($) => $.network.streams.callbacks.noList)} list={list} remote={remote} />
      )}
      {list === undefined ? undefined : <Callbacks chosen={chosen} list={list} />}
    </ListBeside>
  );
}

interface Chosen {
  readonly chosen: string | undefined;
  readonly list: CallbackList | undefined;
}

/** By id, or by key where the id is not known. */
function Side({ chosen, list }: Chosen): ReactElement {
  if (chosen === "new") return <CallbackForm />;
  const item = list?.items.find(({ id, key }) => id === chosen || key === chosen);
  if (item !== undefined) return <CallbackDetail item={item} key={item.key} />;
  return (
    <p className="muted">
      {chosen === undefined || list === undefined
        ? t(($) => $.network.streams.callbacks.select)
        : t(($) => $.network.streams.callbacks.notKnown, { callback: chosen })}
    </p>
  );
}

function Callbacks({
  chosen,
  list,
}: {
  readonly chosen: string | undefined;
  readonly list: CallbackList;
}): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  if (list.items.length === 0) {
    return list.state === "read" && list.gap === undefined ? (
      <Notice title={t(($) => $.network.streams.callbacks.emptyTitle)}>
        {t(($) => $.network.streams.callbacks.empty)}
      </Notice>
    ) : (
      <Notice title={t(($) => $.network.streams.callbacks.emptyLocalTitle)} />
    );
  }
  return (
    <table aria-label={t(($) => $.network.streams.page.callbacks)} className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.network.streams.callbacks.callback)}</th>
          <th scope="col">{t(($) => $.network.streams.callbacks.usedBy)}</th>
          <th scope="col">{t(($) => $.common.status)}</th>
        </tr>
      </thead>
      <tbody>
        {list.items.map((item) => {
          const { tone, words } = callbackStand(item);
          const isChosen = item.key === chosen || (item.id !== undefined && item.id === chosen);
          return (
            <tr data-chosen={isChosen || undefined} key={item.key}>
              <th scope="row">
                <RowButton
                  chosen={isChosen}
                  mono="title"
                  onChoose={() => refine({ callback: item.id ?? item.key })}
                  second={
                    item.purpose === undefined ? (
                      t(($) => $.network.streams.callbacks.purposeUnknown)
                    ) : (
                      <span translate="no">{item.purpose}</span>
                    )
                  }
                  third={`${idWords(item)} · ${sourceWords(item.source)}`}
                  title={item.url ?? t(($) => $.network.streams.callbacks.urlUnknown)}
                />
              </th>
              <td>
                {item.streams.length === 0
                  ? t(($) => $.network.streams.callbacks.noneKnown)
                  : t(($) => $.network.streams.callbacks.streamCount, { count: item.streams.length })}
              </td>
              <td>
                <StatusPill tone={tone}>{words}</StatusPill>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
