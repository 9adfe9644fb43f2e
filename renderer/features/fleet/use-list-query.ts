/** The query of a list, from the address; on return to a list, its last query is restored. */
import { useEffect, useMemo } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { listKey, type ListName, type ListQuery } from "./fleet-slice.ts";

const queryKeys = ["filter", "sort", "view", "audience"];

export function useListQuery(name: ListName): ListQuery {
  const query = useFleetdesk((state) => state.address.query);
  const left = useFleetdesk((state) => state.fleetLists[listKey(name)]?.left);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const changeFleetList = useFleetdesk((state) => state.changeFleetList);

  // Only on mount.
  useEffect(() => {
    const bare = queryKeys.every((key) => query[key] === undefined);
    if (bare && left !== undefined && Object.keys(left).length > 0) setQuery(left, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- an address that is cleared later is an empty query
  }, []);
  const { filter = "", sort = "", audience, view } = query;
  useEffect(
    () => () => {
      const pairs = Object.entries({ filter, sort, view, audience });
      const entries = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "");
      changeFleetList(name, { left: Object.fromEntries(entries) });
    },
    [name, filter, sort, view, audience, changeFleetList],
  );
  return useMemo(
    () => ({ filter, sort, audience: audience === undefined ? undefined : Number(audience) }),
    [filter, sort, audience],
  );
}
