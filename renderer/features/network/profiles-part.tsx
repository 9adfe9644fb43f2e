/** Service profiles: listed by the service, referenced by endpoints, or created by this program. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Profile, ProfileList } from "#shared/contract/network/profiles.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useNetworkList } from "./use-network-lists.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Notice } from "../../ui/notice.tsx";
import { NetworkList } from "./network-list.tsx";
import { dataSourceText, profileTitle, withProfileSent } from "./network-labels.ts";
import { ProfileDetail } from "./profile-detail.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function ProfilesPart(): ReactElement {
  const listState = useNetworkList("profiles.list");
  const selected = useFleetdesk((state) => state.address.query["profile"]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const list = dataOf(listState);
  return (
    <NetworkList
      selected={selected}
      empty={list !== undefined && listState.state === "ready" ? <Empty list={list} /> : undefined}
      instead={t(($) => $.network.profile.noList)}
      items={list?.items ?? []}
      list={list?.list}
      newTitle={t(($) => $.network.profile.new)}
      onChoose={(profile) => setQuery({ profile })}
      listState={listState}
      sent={{
        unresolved: list?.unresolved.map(withProfileSent) ?? [],
        resolved: list?.resolved.map(withProfileSent) ?? [],
      }}
      side={
        <>
          {selected === "new" ? <ProfileForm /> : undefined}
          {selected === undefined ? <p className="muted">{t(($) => $.network.profile.select)}</p> : undefined}
          {selected === undefined || selected === "new" ? undefined : <ProfileDetail id={selected} key={selected} />}
        </>
      }
    >
      {(item) => (
        <>
          <b translate={item.name === undefined ? undefined : "no"}>{profileTitle(item)}</b>
          <span className="muted">{lineText(item)}</span>
        </>
      )}
    </NetworkList>
  );
}

function Empty({ list: { cache } }: { readonly list: ProfileList }): ReactElement {
  return (
    <Notice title={t(($) => $.network.profile.emptyTitle)}>
      {cache.state === "never" ? t(($) => $.network.profile.emptyNotSynced) : t(($) => $.network.profile.empty)}
    </Notice>
  );
}

/** "3 · 120 endpoints · from the service". */
function lineText({ id, endpoints, sources }: Profile): string {
  const [first] = sources;
  return [id, formatText(endpoints.sentence), ...(first === undefined ? [] : [dataSourceText(first.from)])].join(" · ");
}
