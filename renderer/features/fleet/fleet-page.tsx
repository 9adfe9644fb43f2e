/** The six lists of the fleet. The address holds the collection and the query. */
import type { ReactElement } from "react";
import { currentConnection } from "../connections/connections-slice.ts";
import { isCollection } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { CollectionTabs } from "./collection-tabs.tsx";
import { ListPage } from "./list-page.tsx";

export function FleetPage(): ReactElement | undefined {
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const named = useFleetdesk((state) => state.address.path[1] ?? "endpoint");
  const collection = isCollection(named) ? named : "endpoint";
  if (connection === undefined) return undefined;
  return (
    <>
      <CollectionTabs current={collection} />
      <ListPage collection={collection} connection={connection} key={`${collection} ${connection}`} />
    </>
  );
}
