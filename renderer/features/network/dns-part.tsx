/** DNS configurations: what there is, one of them, and a new one. */
import type { ReactElement } from "react";
import type { DnsConfiguration, DnsList } from "#contract/dns.ts";
import { counted } from "../../lib/format.ts";
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
          <Notice title="No DNS configurations">
            Endpoints use the servers of the network until a service profile has two of its own.
          </Notice>
        ) : undefined
      }
      instead="The service has no list of DNS configurations; those created here, or used by profiles, are known from this computer."
      items={list?.items ?? []}
      list={list}
      newTitle="New DNS configuration"
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
        ? "Choose a configuration, or make a new one."
        : list.state === "read"
          ? `There is no configuration ${chosen} any more.`
          : `Configuration ${chosen} is not known here; the service has no list that could tell of it.`}
    </p>
  );
}

/** "used by 2 profiles", and that there may be more. */
function usersWords({ id, users }: DnsConfiguration, { unknownProfiles, allProfilesKnown }: DnsList): string {
  const more = unknownProfiles > 0 || !allProfilesKnown;
  if (users.length === 0) return more ? `${id} · not known to be used` : `${id} · used by none`;
  return `${id} · used by ${more ? "at least " : ""}${counted(users.length, "profile")}`;
}
