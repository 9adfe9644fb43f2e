/** API callbacks: what is known, one of them, and a new one. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { CallbackList } from "#contract/streams.ts";
import { counted } from "../../lib/format.ts";
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
          New API callback
        </Button>
      }
      side={<Side chosen={chosen} list={list} />}
    >
      {remote.state === "failed" && list === undefined ? (
        <FailureNotice failure={remote.failure} />
      ) : (
        <ListState
          instead="This service has no list of API callbacks. Those created here are known from this computer; there may be others."
          list={list}
          remote={remote}
        />
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
        ? "Choose an API callback, or make a new one."
        : `No API callback ${chosen} is known here.`}
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
      <Notice title="No API callbacks">A callback is a URL that the service posts to.</Notice>
    ) : (
      <Notice title="No API callback is known from this computer" />
    );
  }
  return (
    <table aria-label="API callbacks" className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">Callback</th>
          <th scope="col">Used by</th>
          <th scope="col">State</th>
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
                  second={item.purpose ?? "purpose unknown"}
                  third={`${idWords(item)} · ${sourceWords(item.source)}`}
                  title={item.url ?? "URL unknown"}
                />
              </th>
              <td>{item.streams.length === 0 ? "none known" : counted(item.streams.length, "stream")}</td>
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
