/** DNS configurations: what there is, one of them, and a new one. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { DnsConfiguration, DnsList } from "#contract/dns.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Notice } from "../../ui/notice.tsx";
import { DnsDetail } from "./dns-detail.tsx";
import { DnsForm } from "./dns-form.tsx";
import { NetworkList } from "./network-list.tsx";
import { addressesOf, withDnsSent } from "./network-model.ts";

export function DnsPart(): ReactElement {
  const remote = useFleetdesk((state) => state.dnsList);
  const chosen = useFleetdesk((state) => state.address.query["dns"]);
  const refine = useFleetdesk((state) => state.refine);
  const list = shown(remote);
  return (
    <NetworkList
      chosen={chosen}
      empty={
        list?.state === "read" && list.gap === undefined ? (
          <Notice title={t(($) => $.network.dns.emptyTitle)}>{t(($) => $.network.dns.empty)}</Notice>
        ) : undefined
      }
      instead={t(($) => $.network.dns.noList)}
      items={list?.items ?? []}
      list={list}
      newTitle={t(($) => $.network.dns.new)}
      onChoose={(dns) => refine({ dns })}
      remote={remote}
      sent={{
        unsettled: list?.unsettled.map(withDnsSent) ?? [],
        settled: list?.settled.map(withDnsSent) ?? [],
      }}
      side={<Side chosen={chosen} list={list} />}
    >
      {(item) => (
        <>
          <b className="mono">{addressesOf(item)}</b>
          <span className="muted">{list === undefined ? item.id : usersWords(item, list)}</span>
        </>
      )}
    </NetworkList>
  );
}

function Side({
  chosen,
  list,
}: {
  readonly chosen: string | undefined;
  readonly list: DnsList | undefined;
}): ReactElement {
  if (chosen === "new") return <DnsForm />;
  const item = list?.items.find(({ id }) => id === chosen);
  if (list !== undefined && item !== undefined) return <DnsDetail item={item} key={item.id} list={list} />;
  return (
    <p className="muted">
      {chosen === undefined || list === undefined
        ? t(($) => $.network.dns.select)
        : list.state === "read"
          ? t(($) => $.network.dns.gone, { dns: chosen })
          : t(($) => $.network.dns.notKnown, { dns: chosen })}
    </p>
  );
}

/** "4 · used by at least 2 profiles". */
function usersWords({ id: dns, users }: DnsConfiguration, { unknownProfiles, allProfilesKnown }: DnsList): string {
  const more = unknownProfiles > 0 || !allProfilesKnown;
  if (users.length === 0)
    return more ? t(($) => $.network.dns.usageUnknown, { dns }) : t(($) => $.network.dns.unused, { dns });
  const count = users.length;
  return more ? t(($) => $.network.dns.usedAtLeast, { dns, count }) : t(($) => $.network.dns.used, { dns, count });
}
