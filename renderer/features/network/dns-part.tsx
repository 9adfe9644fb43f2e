/** DNS configurations: the list, one configuration, and a new one. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { DnsConfiguration, DnsList } from "#shared/contract/network/dns.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useNetworkList } from "./use-network-lists.ts";
import { ResourcePage } from "../../app/resource-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DnsDetail } from "./dns-detail.tsx";
import { DnsForm } from "./dns-form.tsx";
import { SentRequests } from "./sent-requests.tsx";
import { addressesOf, withDnsSent } from "./network-labels.ts";

export function DnsPart(): ReactElement {
  const request = useNetworkList("dns.list");
  const list = dataOf(request);
  return (
    <ResourcePage
      renderDetail={(item, dns) => {
        if (list === undefined) return undefined;
        if (item !== undefined) return <DnsDetail item={item} key={item.id} list={list} />;
        return (
          <p className="muted">
            {list.state === "read"
              ? t(($) => $.network.dns.deleted, { dns })
              : t(($) => $.network.dns.unknownId, { dns })}
          </p>
        );
      }}
      empty={
        list?.state === "read" && list.gap === undefined ? (
          <Notice title={t(($) => $.network.dns.emptyTitle)}>{t(($) => $.network.dns.empty)}</Notice>
        ) : undefined
      }
      form={<DnsForm />}
      groups={[{ items: list?.items ?? [] }]}
      idsOf={({ id }) => [id]}
      instead={t(($) => $.network.dns.noList)}
      list={list}
      newTitle={t(($) => $.network.dns.new)}
      notes={<SentRequests resolved={list?.resolved.map(withDnsSent)} unresolved={list?.unresolved.map(withDnsSent)} />}
      param="dns"
      prompt={t(($) => $.network.dns.select)}
      request={request}
    >
      {(item) => (
        <>
          <b className="mono">{addressesOf(item)}</b>
          <span className="muted">{list === undefined ? item.id : usageText(item, list)}</span>
        </>
      )}
    </ResourcePage>
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
