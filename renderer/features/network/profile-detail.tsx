/** One service profile: where it is known from, who uses it, its DNS, and where received SMS go. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import type { Profile, ProfileDetail as Detail } from "#contract/profiles.ts";
import { when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./network.module.css";
import { fromWords, profileSwitches, profileTitle } from "./network-model.ts";
import { EditProfile } from "./edit-profile.tsx";
import { ProfileCallback } from "./profile-callback.tsx";
import { ProfileDns } from "./profile-dns.tsx";
import { ProfileUsers } from "./profile-users.tsx";

export function ProfileDetail({ id }: { readonly id: string }): ReactElement | undefined {
  const open = useFleetdesk((state) => state.openProfile);
  const read = useFleetdesk((state) => state.readProfile);
  const isOpen = useFleetdesk((state) => state.profileOf === id);
  const remote = useFleetdesk((state) => state.profileDetail);
  useEffect(() => void open(id), [id, open]);
  const detail = isOpen ? shown(remote) : undefined;
  if (detail === undefined)
    return isOpen && remote.state === "failed" ? <FailureNotice failure={remote.failure} /> : undefined;
  const { profile } = detail;
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{profileTitle(profile)}</h2>
        <span className={classes["gap"]} />
        <Button loading={remote.state === "loading"} onClick={() => void read()}>
          Read it again
        </Button>
      </div>
      {remote.state === "failed" ? (
        <Callout title="It was not read just now" tone="bad">
          <p>{remote.failure.message}</p>
        </Callout>
      ) : undefined}
      <About detail={detail} />
      <EditProfile key={profile.id} profile={profile} />
      <ProfileUsers />
      <ProfileDns profile={profile} />
      <ProfileCallback profile={profile} />
      {detail.record === undefined ? undefined : <Raw record={detail.record} />}
    </>
  );
}

function About({ detail: { profile, detail } }: { readonly detail: Detail }): ReactElement {
  const now = useNow();
  return (
    <Facts
      facts={[
        ["Id", <Copyable key="id" label="id" mono value={profile.id} />],
        ["Description", profile.description ?? "—"],
        [
          "Known from",
          profile.sources
            .map(({ from, asOf }) => (asOf === undefined ? fromWords(from) : `${fromWords(from)}, ${when(asOf, now)}`))
            .join("; "),
        ],
        ["Its own record", recordWords(detail, now)],
        ["Switches", switchWords(profile.switches)],
      ]}
    />
  );
}

function recordWords({ state, asOf }: Detail["detail"], now: number): string {
  switch (state) {
    case "never":
      return "not asked yet";
    case "not-offered":
      return "not offered by the service";
    case "read":
      return asOf === undefined ? "read" : `as of ${when(asOf, now)}`;
  }
}

function switchWords(switches: Profile["switches"]): string {
  const told = profileSwitches.flatMap(([name, words]) => {
    const value = switches[name];
    return value === undefined ? [] : [`${words}: ${value ? "yes" : "no"}`];
  });
  return told.length === 0 ? "not told by the service" : told.join(" · ");
}

function Raw({ record }: { readonly record: NonNullable<Detail["record"]> }): ReactElement {
  return (
    <Panel title="As the service sent it">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has to be reached by keyboard */}
      <pre aria-label="Record" className={`mono ${classes["raw"]}`} role="region" tabIndex={0}>
        {JSON.stringify(record, undefined, 2)}
      </pre>
    </Panel>
  );
}
