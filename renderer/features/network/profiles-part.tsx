/** Service profiles: listed by the service, referenced by endpoints, or created by this program. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Profile, ProfileList } from "#shared/contract/network/profiles.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useNetworkList } from "./use-network-lists.ts";
import { ResourcePage } from "../../app/resource-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SentRequests } from "./sent-requests.tsx";
import { dataSourceText, profileTitle, withProfileSent } from "./network-labels.ts";
import { ProfileDetail } from "./profile-detail.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function ProfilesPart(): ReactElement {
  const request = useNetworkList("profiles.list");
  const list = dataOf(request);
  return (
    <ResourcePage
      renderDetail={(_item, id) => <ProfileDetail id={id} key={id} />}
      empty={list !== undefined && request.state === "ready" ? <Empty list={list} /> : undefined}
      form={<ProfileForm />}
      groups={[{ items: list?.items ?? [] }]}
      idsOf={({ id }) => [id]}
      instead={t(($) => $.network.profile.noList)}
      list={list?.list}
      newTitle={t(($) => $.network.profile.new)}
      notes={
        <SentRequests
          resolved={list?.resolved.map(withProfileSent)}
          unresolved={list?.unresolved.map(withProfileSent)}
        />
      }
      param="profile"
      prompt={t(($) => $.network.profile.select)}
      request={request}
    >
      {(item) => (
        <>
          <b translate={item.name === undefined ? undefined : "no"}>{profileTitle(item)}</b>
          <span className="muted">{lineText(item)}</span>
        </>
      )}
    </ResourcePage>
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
