/** The six lists of the fleet. The address holds the collection and the query. */
import type { ReactElement } from "react";
import { t } from "#shared/texts/text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { collections } from "#shared/records/schema.ts";
import { useConnection } from "../../data/connection.ts";
import { collectionLabels, isCollection } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ListPage } from "./list-page.tsx";
import { formatAddress } from "../../lib/address.ts";
import classes from "./fleet.module.css";

export function FleetPage(): ReactElement | undefined {
  const connection = useConnection()?.name;
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

/** The collections as tabs; each has its own address. */
function CollectionTabs({ current }: { readonly current: Collection }): ReactElement {
  const navigate = useFleetdesk((state) => state.navigate);
  return (
    <nav aria-label={t(($) => $.fleet.collections)} className={classes["tabs"]}>
      {collections.map((collection) => {
        const address = { path: ["fleet", collection], query: {} };
        return (
          <a
            aria-current={collection === current ? "page" : undefined}
            className={classes["tab"]}
            href={`#${formatAddress(address)}`}
            key={collection}
            onClick={(event) => {
              event.preventDefault();
              if (collection !== current) navigate(address);
            }}
          >
            {collectionLabels[collection].many}
          </a>
        );
      })}
    </nav>
  );
}
