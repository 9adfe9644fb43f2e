/** Endpoints of the local copy that a few typed characters may mean. */
import { t } from "#shared/texts/text.ts";
import { useEffect, useState } from "react";
import type { JsonRecord } from "#contract/kit.ts";
import { findRecords } from "../../lib/find-records.ts";

export interface EndpointMatch {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

const most = 8;

/** Renewed as the query changes; what was found before stays until then. Without a copy nothing is found. */
export function useEndpointSearch(query: string): readonly EndpointMatch[] {
  const [matches, setMatches] = useState<readonly EndpointMatch[]>([]);
  useEffect(() => {
    const text = query.trim();
    const ended = new AbortController();
    const find = async (): Promise<void> => {
      const records = text.length < 2 ? [] : await findRecords("endpoint", text, most, ended.signal);
      if (ended.signal.aborted) return;
      setMatches(records.map(({ id, name, record }) => ({ id, name: name ?? id, detail: detailOf(id, record) })));
    };
    find().catch(() => undefined); // aborted: another text is being looked for
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
