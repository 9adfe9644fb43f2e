/** Cached endpoints that match a few typed characters. */
import { t } from "#shared/texts/text.ts";
import { useEffect, useState } from "react";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { findRecords } from "../../lib/find-records.ts";

export interface EndpointMatch {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

const maxMatches = 8;

/** Updated when the query changes; the previous matches stay until then. Without a cache there are none. */
export function useEndpointSearch(query: string): readonly EndpointMatch[] {
  const [matches, setMatches] = useState<readonly EndpointMatch[]>([]);
  useEffect(() => {
    const text = query.trim();
    const ended = new AbortController();
    const find = async (): Promise<void> => {
      const records = text.length < 2 ? [] : await findRecords("endpoint", text, maxMatches, ended.signal);
      if (ended.signal.aborted) return;
      setMatches(records.map(({ id, name, record }) => ({ id, name: name ?? id, detail: detailOf(id, record) })));
    };
    find().catch(() => undefined); // aborted: the query changed
    return () => ended.abort();
  }, [query]);
  return matches;
}

function text1(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function detailOf(id: string, record: JsonRecord): string {
  return [t(($) => $.shell.palette.endpointId, { id }), text1(record["imei"]), text1(record["ip_address"])]
    .filter((part) => part !== undefined)
    .join(" · ");
}
