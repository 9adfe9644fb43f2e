/** Data streams: what is known, one of them, and a new one. */
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
          {begun ? "Go on with the new data stream" : "New data stream"}
        </Button>
      }
      side={<Side chosen={chosen} list={list} />}
    >
      {remote.state === "failed" && list === undefined ? (
        <FailureNotice failure={remote.failure} />
      ) : (
        <ListState
          instead="This service has no list of data streams. Those created here are known from this computer; there may be others."
          list={list}
          remote={remote}
        />
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
        ? "Choose a data stream, or describe a new one."
        : "This data stream is not known here any more."}
    </p>
  );
}

function Nothing({ list }: { readonly list: StreamList }): ReactElement {
  return list.state === "read" && list.gap === undefined ? (
    <Notice title="No data streams">
      A data stream delivers events and usage data to a URL, a bucket or a stream of yours as they happen.
    </Notice>
  ) : (
    <Notice title="No data stream is known from this computer">
      Those created here are kept, whether the service has a list or not.
    </Notice>
  );
}
