/** Service profiles: those the service lists, those seen in endpoints, those made here. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Profile, ProfileList } from "#contract/profiles.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Notice } from "../../ui/notice.tsx";
import { NetworkList } from "./network-list.tsx";
import { fromWords, profileTitle, withProfileSent } from "./network-model.ts";
import { ProfileDetail } from "./profile-detail.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function ProfilesPart(): ReactElement {
  const remote = useFleetdesk((state) => state.profileList);
  const chosen = useFleetdesk((state) => state.address.query["profile"]);
  const refine = useFleetdesk((state) => state.refine);
  const list = shown(remote);
  return (
    <NetworkList
      chosen={chosen}
      empty={list !== undefined && remote.state === "ready" ? <Empty list={list} /> : undefined}
      instead={t(($) => $.network.profile.noList)}
      items={list?.items ?? []}
      list={list?.list}
      newTitle={t(($) => $.network.profile.new)}
      onChoose={(profile) => refine({ profile })}
      remote={remote}
      sent={{
        unsettled: list?.unsettled.map(withProfileSent) ?? [],
        settled: list?.settled.map(withProfileSent) ?? [],
      }}
      side={
        <>
          {chosen === "new" ? <ProfileForm /> : undefined}
          {chosen === undefined ? <p className="muted">{t(($) => $.network.profile.select)}</p> : undefined}
          {chosen === undefined || chosen === "new" ? undefined : <ProfileDetail id={chosen} key={chosen} />}
        </>
      }
    >
      {(item) => (
        <>
          <b translate={item.name === undefined ? undefined : "no"}>{profileTitle(item)}</b>
          <span className="muted">{lineWords(item)}</span>
        </>
      )}
    </NetworkList>
  );
}

function Empty({ list: { copy } }: { readonly list: ProfileList }): ReactElement {
  return (
    <Notice title={t(($) => $.network.profile.emptyTitle)}>
      {copy.state === "never" ? t(($) => $.network.profile.emptyNotSynced) : t(($) => $.network.profile.empty)}
    </Notice>
  );
}

/** "3 · 120 endpoints · from the service". */
function lineWords({ id, endpoints, sources }: Profile): string {
  const [first] = sources;
  return [id, formatText(endpoints.sentence), ...(first === undefined ? [] : [fromWords(first.from)])].join(" · ");
}
