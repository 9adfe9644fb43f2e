/** DNS configurations: the list, one configuration, and a new one. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { DnsConfiguration, DnsList } from "#shared/contract/network/dns.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useNetworkList } from "./use-network-lists.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Notice } from "../../ui/notice.tsx";
import { DnsDetail } from "./dns-detail.tsx";
import { DnsForm } from "./dns-form.tsx";
import { NetworkList } from "./network-list.tsx";
import { addressesOf, withDnsSent } from "./network-labels.ts";

export function DnsPart(): ReactElement {
  const listState = useNetworkList("dns.list");
  const selected = useFleetdesk((state) => state.address.query["dns"]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const list = dataOf(listState);
  return (
    <NetworkList
      selected={selected}
      empty={
        list?.state === "read" && list.gap === undefined ? (
          <Notice title={t(($) => $.network.dns.emptyTitle)}>{t(($) => $.network.dns.empty)}</Notice>
        ) : undefined
      }
      instead={t(($) => $.network.dns.noList)}
      items={list?.items ?? []}
      list={list}
      newTitle={t(($) => $.network.dns.new)}
      onChoose={(dns) => setQuery({ dns })}
      listState={listState}
      sent={{
        unresolved: list?.unresolved.map(withDnsSent) ?? [],
        resolved: list?.resolved.map(withDnsSent) ?? [],
      }}
      side={<Side selected={selected} list={list} />}
    >
      {(item) => (
        <>
          <b className="mono">{addressesOf(item)}</b>
          <span className="muted">{list === undefined ? item.id : usageText(item, list)}</span>
        </>
      )}
    </NetworkList>
  );
}

function Side({
  selected,
  list,
}: {
  readonly selected: string | undefined;
  readonly list: DnsList | undefined;
}): ReactElement {
  if (selected === "new") return <DnsForm />;
  const item = list?.items.find(({ id }) => id === selected);
  if (list !== undefined && item !== undefined) return <DnsDetail item={item} key={item.id} list={list} />;
  return (
    <p className="muted">
      {selected === undefined || list === undefined
        ? t(($) => $.network.dns.select)
        : list.state === "read"
          ? t(($) => $.network.dns.deleted, { dns: selected })
          : t(($) => $.network.dns.unknownId, { dns: selected })}
    </p>
  );
}

/** "4 · used by at least 2 profiles". */
function usageText(
  { id: dns, users }: DnsConfiguration,
  { unknownProfiles, hasAllProfiles: allProfilesLoaded }: DnsList,
): string {
  const more = unknownProfiles > 0 || !allProfilesLoaded;
  if (users.length === 0)
    return more ? t(($) => $.network.dns.usageUnknown, { dns }) : t(($) => $.network.dns.unused, { dns });
  const count = users.length;
  return more ? t(($) => $.network.dns.usedAtLeast, { dns, count }) : t(($) => $.network.dns.used, { dns, count });
}
