/** Looks up the cached name of a record by its id. */
import { useEffect, useState } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { formatOpen, nameOf, parseOpen, type RecordKey } from "../../../lib/records.ts";

/** Undefined while loading, and if the cache does not have the record; the id is shown instead. */
export function useRecordName(key: RecordKey | undefined): string | undefined {
  const openKey = key === undefined ? undefined : formatOpen(key);
  const [cached, setCached] = useState<{ readonly openKey: string; readonly name: string | undefined } | undefined>();
  useEffect(() => {
    const of = openKey === undefined ? undefined : parseOpen(openKey);
    if (openKey === undefined || of === undefined) return;
    const ended = new AbortController();
    fleet.fleet.get(of, ended.signal).then(
      ({ record }) => setCached({ openKey, name: nameOf(of.collection, record) }),
      () => undefined, // not in the cache, or the request was aborted: the id is shown
    );
    return () => ended.abort();
  }, [openKey]);
  return cached !== undefined && cached.openKey === openKey ? cached.name : undefined;
}
