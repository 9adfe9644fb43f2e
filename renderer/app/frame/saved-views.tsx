/** Saved views and audiences in the rail. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { type Address, formatAddress, sameAddress } from "../../lib/address.ts";
import { formatNumber } from "#shared/format.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../store/store.ts";
import classes from "./rail.module.css";

interface Entry {
  readonly key: string;
  readonly name: string;
  readonly address: Address;
  readonly figure: number | undefined;
}

export function SavedViews(): ReactElement | undefined {
  const { views = [] } = useFleetData("views.list", {}) ?? {};
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const viewEntries = views.map(({ id, name, collection, filter, sort }): Entry => ({
    key: `view ${id}`,
    name,
    address: { path: ["fleet", collection], query: { view: String(id), filter, sort } },
    figure: undefined,
  }));
  const audienceEntries = audiences.map(({ id, name, size }): Entry => ({
    key: `audience ${id}`,
    name,
    address: { path: ["fleet", "endpoint"], query: { audience: String(id) } },
    figure: size,
  }));
  return (
    <div className={classes["views"]}>
      <Section entries={viewEntries} title={t(($) => $.shell.savedViews)} />
      <Section entries={audienceEntries} title={t(($) => $.shell.audiences)} />
    </div>
  );
}

function Section({
  title,
  entries,
}: {
  readonly title: string;
  readonly entries: readonly Entry[];
}): ReactElement | undefined {
  const address = useFleetdesk((state) => state.address);
  const navigate = useFleetdesk((state) => state.navigate);
  if (entries.length === 0) return undefined;
  return (
    <>
      <h2 className={classes["heading"]}>{title}</h2>
      {entries.map((entry) => (
        <a
          aria-current={sameAddress(entry.address, address) ? "page" : undefined}
          className={classes["link"]}
          href={`#${formatAddress(entry.address)}`}
          key={entry.key}
          onClick={(event) => {
            event.preventDefault();
            navigate(entry.address);
          }}
          title={entry.name}
        >
          <span className={classes["label"]} translate="no">
            {entry.name}
          </span>
          {entry.figure === undefined ? undefined : <b>{formatNumber(entry.figure)}</b>}
        </a>
      ))}
    </>
  );
}
