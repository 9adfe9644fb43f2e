/** Which collection, since when, and between which two states of the copy. */
import { NativeSelect, TextInput } from "@mantine/core";
import { type ChangeEvent, type ReactElement, useState } from "react";
import { when } from "../../lib/format.ts";
import { collections, collectionWords } from "../../lib/records.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type ChangesAsked, dayStart } from "./changes-model.ts";
import classes from "./changes-page.module.css";
import type { ChangeSet } from "./changes-slice.ts";

export interface ChangesBarProps {
  readonly asked: ChangesAsked;
  readonly set: ChangeSet | undefined;
}

export function ChangesBar({ asked, set }: ChangesBarProps): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const go = useFleetdesk((state) => state.go);
  const now = useNow();
  const choose = (event: ChangeEvent<HTMLSelectElement>): void => {
    const { since = "" } = address.query;
    // Snapshots are numbered per collection.
    go({ path: ["changes", event.currentTarget.value], query: since.startsWith("snapshot:") ? {} : { since } });
  };
  return (
    <PageHead
      actions={
        <>
          <NativeSelect
            aria-label="Collection"
            className={classes["collection"]}
            data={collections.map((value) => ({ value, label: collectionWords[value].many }))}
            onChange={choose}
            size="xs"
            value={asked.collection}
          />
          <SinceChoice since={asked.since} />
        </>
      }
      title="What changed"
    >
      {set === undefined ? undefined : (
        <span className="muted">
          {set.from.snapshot === set.until.snapshot
            ? `snapshot ${set.until.snapshot}, ${when(set.until.at, now)}`
            : `between ${when(set.from.at, now)} and ${when(set.until.at, now)}, snapshots ${set.from.snapshot} to ${set.until.snapshot}`}
        </span>
      )}
    </PageHead>
  );
}

function SinceChoice({ since }: { readonly since: ChangesAsked["since"] }): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const snapshots = useFleetdesk((state) => shown(state.changesSnapshots)) ?? [];
  const now = useNow();
  const [choosing, setChoosing] = useState(false);
  const dated = since.startsWith("date:") || choosing;
  const put = (next: string): void => {
    setChoosing(false);
    refine({ since: next === "last" ? undefined : next, word: undefined, kind: undefined });
  };
  return (
    <>
      <NativeSelect
        aria-label="Since"
        className={classes["since"]}
        data={[
          { value: "last", label: "Between the last two syncs" },
          { value: "yesterday", label: "Since yesterday" },
          { value: "date", label: "Since a date …" },
          {
            group: "Since a snapshot",
            items: snapshots.slice(1).map(({ snapshot, at }) => ({
              value: `snapshot:${snapshot}`,
              label: `Snapshot ${snapshot}, ${when(at, now)}`,
            })),
          },
        ]}
        onChange={({ currentTarget: { value } }) => (value === "date" ? setChoosing(true) : put(value))}
        size="xs"
        value={dated ? "date" : since}
      />
      {dated ? (
        <TextInput
          aria-label="Since this day"
          defaultValue={since.startsWith("date:") ? since.slice(5) : ""}
          onChange={({ currentTarget: { value } }) => {
            if (dayStart(value) !== undefined) put(`date:${value}`);
          }}
          type="date"
        />
      ) : undefined}
    </>
  );
}
