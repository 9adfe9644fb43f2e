/** Records of the copy whose events can be asked for, with their names: few organisations and users, and of the others the one meant. */
import { useCallback } from "react";
import type { EventScope } from "#contract/event-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { nameOf } from "../../lib/records.ts";
import { shown } from "../../lib/remote.ts";
import { useRemote } from "../../ui/use-remote.ts";

export interface NamedId {
  readonly id: string;
  readonly name: string;
}

const nobody: readonly NamedId[] = [];
const mostOffered = 500;

export function useScopeNames(of: EventScope["of"], id: string): readonly NamedId[] {
  const ask = useCallback(
    async (signal: AbortSignal): Promise<readonly NamedId[]> => {
      if (of === "all") return nobody;
      const few = of === "organisation" || of === "user";
      const offered = few ? (await fleet.fleet.list({ collection: of, limit: mostOffered }, signal)).items : [];
      const known = offered.map((row) => ({ id: row.id, name: nameOf(of, row.record) ?? "" }));
      if (id === "" || known.some((one) => one.id === id)) return known;
      const { record } = await fleet.fleet.get({ collection: of, id }, signal);
      return [...known, { id, name: nameOf(of, record) ?? "" }];
    },
    [of, id],
  );
  // Without the copy an id is only an id.
  return (shown(useRemote(ask)) ?? nobody).filter(({ name }) => name !== "");
}
