/** Endpoints of the local copy that a few typed characters may mean. */
import { useEffect, useState } from "react";
import type { JsonRecord } from "#contract/kit.ts";
import { fleet } from "../../lib/fleet.ts";

export interface FoundEndpoint {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

const most = 8;

/** Renewed as the query changes; what was found before stays until then. Without a copy nothing is found. */
export function useFoundEndpoints(query: string): readonly FoundEndpoint[] {
  const [found, setFound] = useState<readonly FoundEndpoint[]>([]);
  useEffect(() => {
    const text = query.trim();
    const ended = new AbortController();
    const ask = async (filter: string): Promise<readonly FoundEndpoint[]> => {
      try {
        const { items } = await fleet.fleet.list({ collection: "endpoint", filter, limit: most }, ended.signal);
        return items.map(({ id, record }) => ({ id, name: text1(record["name"]) ?? id, detail: detailOf(id, record) }));
      } catch {
        return []; // aborted, or no copy to look into: the verbs are still there
      }
    };
    const find = async (): Promise<void> => {
      const answers = await Promise.all(filtersFor(text).map(ask));
      if (ended.signal.aborted) return;
      const byId = new Map(answers.flat().map((endpoint) => [endpoint.id, endpoint]));
      setFound([...byId.values()].slice(0, most));
    };
    void find();
    return () => ended.abort();
  }, [query]);
  return found;
}

/** What the text may be: digits may be an id or a long number, dots an address, everything a name. */
function filtersFor(text: string): readonly string[] {
  if (text.length < 2 || /[,:]/.test(text)) return [];
  const byName = `name:*${text.replaceAll("*", "")}*`;
  if (/^\d+$/.test(text)) return [`id:${text}`, ...(text.length >= 6 ? [`iccid:${text}`, `imei:${text}`] : []), byName];
  return /^[\d.]+$/.test(text) ? [`ip_address:${text}`, byName] : [byName];
}

function text1(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function detailOf(id: string, record: JsonRecord): string {
  return [`Endpoint ${id}`, text1(record["imei"]), text1(record["ip_address"])]
    .filter((part) => part !== undefined)
    .join(" · ");
}
