/** The collections as tabs; each has its own address. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { formatAddress } from "../../lib/address.ts";
import { collections } from "#shared/records/schema.ts";
import { collectionLabels } from "../../lib/records.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import classes from "./fleet.module.css";

export function CollectionTabs({ current }: { readonly current: Collection }): ReactElement {
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
