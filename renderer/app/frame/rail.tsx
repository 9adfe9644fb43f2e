/** Navigation rail at the left edge; collapses to icons in narrow windows. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { Tooltip } from "@mantine/core";
import { useConnection, useEndpointCache } from "../../data/connection.ts";
import { useViewCounts, type ViewCount } from "../../data/view-counts.ts";
import { type Address, formatAddress, sameAddress } from "../../lib/address.ts";
import { formatNumber } from "#shared/format.ts";
import { type PageEntry, pages } from "../pages.ts";
import { useFleetdesk } from "../store/store.ts";
import classes from "./rail.module.css";
import { useFleetData } from "../../data/fleet-query.ts";
import { isActiveCampaign } from "#shared/rules/campaign-status.ts";

/** Below the others. */
const lastPages: readonly string[] = ["help", "settings"];

export function Rail({ folded }: { readonly folded: boolean }): ReactElement {
  const { campaigns = [] } = useFleetData("campaigns.list", {}) ?? {};
  const active = campaigns.filter(isActiveCampaign).length;
  const figures: Readonly<Record<string, number | undefined>> = {
    fleet: useEndpointCache()?.unique,
    campaigns: active === 0 ? undefined : active,
  };
  return (
    <nav
      aria-label={t(($) => $.shell.pages.label)}
      className={classes["rail"]}
      data-folded={folded || undefined}
      data-pane="rail"
    >
      <div className={classes["brand"]}>
        <i aria-hidden="true" />
        <span>{t(($) => $.shell.product)}</span>
      </div>
      {pages
        .filter(({ id }) => !lastPages.includes(id))
        .map((entry) => (
          <RailLink entry={entry} figure={figures[entry.id]} folded={folded} key={entry.id} />
        ))}
      {folded ? undefined : <SavedViews />}
      <div className={classes["gap"]} />
      {pages
        .filter(({ id }) => lastPages.includes(id))
        .map((entry) => (
          <RailLink entry={entry} figure={undefined} folded={folded} key={entry.id} />
        ))}
    </nav>
  );
}

interface RailLinkProps {
  readonly entry: PageEntry;
  readonly figure: number | undefined;
  readonly folded: boolean;
}

function RailLink({ entry, figure, folded }: RailLinkProps): ReactElement {
  const here = useFleetdesk((state) => state.address.path[0] === entry.id);
  const navigate = useFleetdesk((state) => state.navigate);
  const address = { path: entry.path, query: {} };
  const Icon = entry.icon;
  return (
    <Tooltip disabled={!folded} label={entry.title} position="right">
      <a
        aria-current={here ? "page" : undefined}
        className={classes["link"]}
        href={`#${formatAddress(address)}`}
        onClick={(event) => {
          event.preventDefault();
          navigate(address);
        }}
      >
        <Icon size={16} stroke={1.6} />
        <span className={classes["label"]}>{entry.title}</span>
        {figure === undefined ? undefined : <b>{formatNumber(figure)}</b>}
      </a>
    </Tooltip>
  );
}

interface Entry {
  readonly key: string;
  readonly name: string;
  readonly address: Address;
  readonly figure: ViewCount;
}

/** Saved views and audiences in the rail. */
function SavedViews(): ReactElement | undefined {
  const { views = [] } = useFleetData("views.list", {}) ?? {};
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const connection = useConnection()?.name;
  const silent = { collection: "endpoint" as const, filter: "seen:>24h" };
  const all = [silent, ...views];
  const counts = useViewCounts(
    connection === undefined ? [] : all.map(({ collection, filter }) => ({ connection, collection, filter })),
  );
  const viewEntries: readonly Entry[] = [
    {
      key: "silent",
      name: t(($) => $.fleet.lastSeen.view),
      address: { path: ["fleet", silent.collection], query: { filter: silent.filter } },
      figure: counts[0],
    },
    ...views.map(({ id, name, collection, filter, sort }, index): Entry => ({
      key: `view ${id}`,
      name,
      address: { path: ["fleet", collection], query: { view: String(id), filter, sort } },
      figure: counts[index + 1],
    })),
  ];
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
          {entry.figure === undefined ? undefined : (
            <b>{entry.figure === "loading" ? "…" : formatNumber(entry.figure)}</b>
          )}
        </a>
      ))}
    </>
  );
}
