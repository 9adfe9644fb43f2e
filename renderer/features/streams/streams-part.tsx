/** Data streams: what is known, one of them, and a new one. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { StreamList } from "#contract/streams.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ListState } from "../../ui/list-state.tsx";
import { ListBeside } from "../../ui/page-frame/list-beside.tsx";
import { StreamDetailView } from "./stream-detail.tsx";
import { StreamForm } from "./stream-form.tsx";
import { StreamTable } from "./stream-table.tsx";
import { useTypedStream } from "./use-typed-stream.ts";

export function StreamsPart(): ReactElement {
  const remote = useFleetdesk((state) => state.streamList);
  const chosen = useFleetdesk((state) => state.address.query["stream"]);
  const refine = useFleetdesk((state) => state.refine);
  const { begun } = useTypedStream();
  const list = shown(remote);
  return (
    <ListBeside
      columns="minmax(320px, 1fr) minmax(0, 1fr)"
      deeds={
        <Button onClick={() => refine({ stream: "new" })} variant="filled">
          {begun ? t(($) => $.network.streams.list.continueDraft) : t(($) => $.network.streams.list.new)}
        </Button>
      }
      side={<Side chosen={chosen} list={list} />}
    >
      {remote.state === "failed" && list === undefined ? (
        <FailureNotice failure={remote.failure} />
      ) : (
        <ListState instead={t(($) => $.network.streams.list.noList)} list={list} remote={remote} />
      )}
      {list === undefined ? undefined : list.items.length === 0 ? (
        <Nothing list={list} />
      ) : (
        <StreamTable chosen={chosen} items={list.items} onChoose={(key) => refine({ stream: key, step: undefined })} />
      )}
    </ListBeside>
  );
}

function Side({
  chosen,
  list,
}: {
  readonly chosen: string | undefined;
  readonly list: StreamList | undefined;
}): ReactElement {
  if (chosen === "new") return <StreamForm />;
  const item = list?.items.find(({ key, id }) => key === chosen || id === chosen);
  if (item !== undefined) return <StreamDetailView item={item} key={item.key} />;
  return (
    <p className="muted">
      {chosen === undefined || list === undefined
        ? t(($) => $.network.streams.list.select)
        : t(($) => $.network.streams.list.gone)}
    </p>
  );
}

function Nothing({ list }: { readonly list: StreamList }): ReactElement {
  return list.state === "read" && list.gap === undefined ? (
    <Notice title={t(($) => $.network.streams.list.emptyTitle)}>{t(($) => $.network.streams.list.empty)}</Notice>
  ) : (
    <Notice title={t(($) => $.network.streams.list.emptyLocalTitle)}>
      {t(($) => $.network.streams.list.emptyLocal)}
    </Notice>
  );
}
