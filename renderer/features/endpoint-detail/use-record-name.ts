/** What the copy calls a record of which only the id is at hand. */
import { useEffect, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { formatOpen, nameOf, parseOpen, type RecordKey } from "../../lib/records.ts";

/** Undefined until it is known, and where the copy does not know it: the id stands for itself. */
export function useRecordName(key: RecordKey | undefined): string | undefined {
  const openKey = key === undefined ? undefined : formatOpen(key);
  const [cached, setCached] = useState<{ readonly openKey: string; readonly name: string | undefined } | undefined>();
  useEffect(() => {
    const of = openKey === undefined ? undefined : parseOpen(openKey);
    if (openKey === undefined || of === undefined) return;
    const ended = new AbortController();
    fleet.fleet.get(of, ended.signal).then(
      ({ record }) => setCached({ openKey, name: nameOf(of.collection, record) }),
      () => undefined, // not in the copy, or no longer wanted: the id is shown
    );
    return () => ended.abort();
  }, [openKey]);
  return cached !== undefined && cached.openKey === openKey ? cached.name : undefined;
}
