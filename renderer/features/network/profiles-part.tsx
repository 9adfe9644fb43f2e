/** Service profiles: those the service lists, those seen in endpoints, those made here. */
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
      empty={list !== undefined && remote.state === "ready" ? <Nobody list={list} /> : undefined}
      instead="The service has no list of profiles; these are known from endpoints and from this computer."
      items={list?.items ?? []}
      list={list?.list}
      newTitle="New service profile"
      onChoose={(profile) => refine({ profile })}
      remote={remote}
      sent={{
        unsettled: list?.unsettled.map(withProfileSent) ?? [],
        settled: list?.settled.map(withProfileSent) ?? [],
      }}
      side={
        <>
          {chosen === "new" ? <ProfileForm /> : undefined}
          {chosen === undefined ? <p className="muted">Choose a profile, or make a new one.</p> : undefined}
          {chosen === undefined || chosen === "new" ? undefined : <ProfileDetail id={chosen} key={chosen} />}
        </>
      }
    >
      {(item) => (
        <>
          <b>{profileTitle(item)}</b>
          <span className="muted">{lineWords(item)}</span>
        </>
      )}
    </NetworkList>
  );
}

function Nobody({ list: { copy } }: { readonly list: ProfileList }): ReactElement {
  return (
    <Notice title="No service profile is known">
      {copy.state === "never"
        ? "The copy of endpoints, which profiles are seen in, has not been read yet."
        : "Neither the service nor the copy of endpoints told of one."}
    </Notice>
  );
}

/** "3 · 120 endpoints · told by the service". */
function lineWords({ id, endpoints, sources }: Profile): string {
  const [first] = sources;
  return [id, endpoints.sentence, ...(first === undefined ? [] : [fromWords(first.from)])].join(" · ");
}
