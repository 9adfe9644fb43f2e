/** Service profiles: those the service lists, those seen in endpoints, those made here. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Profile, ProfileList } from "#contract/profiles.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { ChoiceList } from "../../ui/page-frame/choice-list.tsx";
import { ListBeside } from "../../ui/page-frame/list-beside.tsx";
import { ListState } from "./list-state.tsx";
import { fromWords, profileTitle } from "./network-model.ts";
import { ProfileDetail } from "./profile-detail.tsx";
import { ProfileForm } from "./profile-form.tsx";

export function ProfilesPart(): ReactElement {
  const remote = useFleetdesk((state) => state.profileList);
  const chosen = useFleetdesk((state) => state.address.query["profile"]);
  const refine = useFleetdesk((state) => state.refine);
  const list = shown(remote);
  return (
    <ListBeside
      columns="minmax(280px, 2fr) minmax(0, 3fr)"
      deeds={
        <Button onClick={() => refine({ profile: "new" })} variant="filled">
          New service profile
        </Button>
      }
      side={
        <>
          {chosen === "new" ? <ProfileForm /> : undefined}
          {chosen === undefined ? <p className="muted">Choose a profile, or make a new one.</p> : undefined}
          {chosen === undefined || chosen === "new" ? undefined : <ProfileDetail id={chosen} key={chosen} />}
        </>
      }
    >
      {remote.state === "failed" && list === undefined ? (
        <FailureNotice failure={remote.failure} />
      ) : (
        <ListState
          asOf={list?.list.asOf}
          instead="The service has no list of profiles; these are known from endpoints and from this computer."
          remote={remote}
          state={list?.list.state}
        />
      )}
      <Unsettled list={list} />
      {list !== undefined && list.items.length === 0 && remote.state === "ready" ? <Nobody list={list} /> : undefined}
      {list === undefined ? undefined : (
        <ChoiceList
          isChosen={({ id }) => id === chosen}
          items={list.items}
          keyOf={({ id }) => id}
          onChoose={({ id }) => refine({ profile: id })}
        >
          {(item) => (
            <>
              <b>{profileTitle(item)}</b>
              <span className="muted">{lineWords(item)}</span>
            </>
          )}
        </ChoiceList>
      )}
    </ListBeside>
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

/** Creations whose answer was lost. */
function Unsettled({ list }: { readonly list: ProfileList | undefined }): ReactElement | undefined {
  if (list === undefined || list.unsettled.length === 0) return undefined;
  return (
    <Callout title="What came of this is not known" tone="waiting">
      {list.unsettled.map(({ change, message }) => (
        <p key={change}>{message}</p>
      ))}
    </Callout>
  );
}

/** "3 · 120 endpoints · told by the service". */
function lineWords({ id, endpoints, sources }: Profile): string {
  const [first] = sources;
  return [id, endpoints.sentence, ...(first === undefined ? [] : [fromWords(first.from)])].join(" · ");
}
