/** Selects the collection, the start of the range, and the two snapshots to compare. */
import { t } from "#shared/texts/text.ts";
import { NativeSelect, TextInput } from "@mantine/core";
import { type ChangeEvent, type ReactElement, useState } from "react";
import { formatTime } from "#shared/format.ts";
import { collections } from "#shared/records/schema.ts";
import { collectionLabels } from "../../../lib/records.ts";
import { useFleetQuery } from "../../../data/fleet-query.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { PageHead } from "../../../ui/page-frame/page-head.tsx";
import { useInputDraft } from "../../../ui/use-input-draft.ts";
import { useNow } from "../../../ui/use-now.ts";
import { type ChangesRequest, dayStart } from "./changes-request.ts";
import classes from "./changes-page.module.css";
import type { ChangeSet } from "./use-changes.ts";

export interface ChangesBarProps {
  readonly request: ChangesRequest;
  readonly set: ChangeSet | undefined;
}

export function ChangesBar({ request, set }: ChangesBarProps): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const navigate = useFleetdesk((state) => state.navigate);
  const now = useNow();
  const choose = (event: ChangeEvent<HTMLSelectElement>): void => {
    const { since = "" } = address.query;
    // Snapshots are numbered per collection.
    navigate({ path: ["changes", event.currentTarget.value], query: since.startsWith("snapshot:") ? {} : { since } });
  };
  return (
    <PageHead
      actions={
        <>
          <NativeSelect
            aria-label={t(($) => $.fleet.changes.collection)}
            className={classes["collection"]}
            data={collections.map((value) => ({ value, label: collectionLabels[value].many }))}
            onChange={choose}
            size="xs"
            value={request.collection}
          />
          <SinceChoice request={request} />
        </>
      }
      title={t(($) => $.fleet.changes.title)}
    >
      {set === undefined ? undefined : (
        <span className="muted">
          {set.from.snapshot === set.until.snapshot
            ? t(($) => $.fleet.changes.atSnapshot, {
                snapshot: set.until.snapshot,
                time: formatTime(set.until.at, now),
              })
            : t(($) => $.fleet.changes.betweenSnapshots, {
                from: formatTime(set.from.at, now),
                until: formatTime(set.until.at, now),
                fromSnapshot: set.from.snapshot,
                untilSnapshot: set.until.snapshot,
              })}
        </span>
      )}
    </PageHead>
  );
}

function SinceChoice({ request: { collection, since } }: { readonly request: ChangesRequest }): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const query = useFleetQuery("fleet.snapshots", { collection, limit: 200 }, { reloadOnOpen: true });
  const snapshots = dataOf(query)?.snapshots ?? [];
  const now = useNow();
  const [choosing, setChoosing] = useState(false);
  const dated = since.startsWith("date:") || choosing;
  const put = (next: string): void => {
    setChoosing(false);
    setQuery({ since: next === "last" ? undefined : next, word: undefined, kind: undefined });
  };
  return (
    <>
      <NativeSelect
        aria-label={t(($) => $.fleet.changes.since.label)}
        className={classes["period"]}
        data={[
          { value: "last", label: t(($) => $.fleet.changes.since.lastSync) },
          { value: "yesterday", label: t(($) => $.fleet.changes.since.yesterday) },
          { value: "date", label: t(($) => $.fleet.changes.since.date) },
          {
            group: t(($) => $.fleet.changes.since.snapshots),
            items: snapshots.slice(1).map(({ snapshot, at }) => ({
              value: `snapshot:${snapshot}`,
              label: t(($) => $.fleet.changes.since.snapshot, { snapshot, time: formatTime(at, now) }),
            })),
          },
        ]}
        onChange={({ currentTarget: { value } }) => (value === "date" ? setChoosing(true) : put(value))}
        size="xs"
        value={dated ? "date" : since}
      />
      {dated ? (
        <DateField day={since.startsWith("date:") ? since.slice(5) : ""} onChange={(day) => put(`date:${day}`)} />
      ) : undefined}
    </>
  );
}

interface DateFieldProps {
  readonly day: string;
  readonly onChange: (day: string) => void;
}

/** A date as text; the browser's own date field depends on the locale. */
function DateField({ day, onChange }: DateFieldProps): ReactElement {
  const [text, type] = useInputDraft(day);
  const [left, setLeft] = useState(false);
  const isInvalid = left && text !== "" && dayStart(text) === undefined;
  return (
    <TextInput
      aria-label={t(($) => $.fleet.changes.since.dateField)}
      error={isInvalid ? t(($) => $.fleet.changes.since.dateFormat) : undefined}
      onBlur={() => setLeft(true)}
      onChange={({ currentTarget: { value } }) => {
        setLeft(false);
        type(value);
        if (dayStart(value) !== undefined) onChange(value);
      }}
      placeholder="2031-12-31"
      value={text}
      w={110}
    />
  );
}
