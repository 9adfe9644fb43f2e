/** One service profile: origin of its data, its endpoints, DNS, and callback for received SMS. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect } from "react";
import type { Profile, ProfileDetail as Detail } from "#shared/contract/network/profiles.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { useRefreshable, useFleetQuery } from "../../data/fleet-query.ts";
import { useConnection } from "../../data/connection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { dataOf } from "../../lib/async-state.ts";
import { capitalized } from "../../lib/records.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./network.module.css";
import { RecordResult } from "./creation-form.tsx";
import { editProfile, refreshProfile } from "./network-actions.ts";
import { dataSourceText, profileTitle } from "./network-labels.ts";
import { profileSwitches } from "./profile-form-state.ts";
import { EditProfile } from "./profile-forms.tsx";
import { ProfileCallback } from "./profile-callback.tsx";
import { ProfileDns } from "./profile-dns.tsx";
import { formatAddress } from "../../lib/address.ts";
import { useForgottenResults } from "./use-forgotten-results.ts";

const profileParts = ["profile", "profile-dns", "profile-callback"] as const;

export function ProfileDetail({ id }: { readonly id: string }): ReactElement | undefined {
  useForgottenResults(id, ...profileParts);
  const setDialog = useFleetdesk((state) => state.setNetworkDialog);
  // Its dialogs close with it; what was entered stays a draft.
  useEffect(() => () => setDialog(undefined), [setDialog]);
  const input = { profile: id };
  const detailState = useRefreshable("profiles.get", "profiles.read", input, { reloadOnOpen: true });
  const detail = dataOf(detailState);
  if (detail === undefined)
    return detailState.state === "failed" ? <FailureNotice failure={detailState.failure} /> : undefined;
  const { profile } = detail;
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]} translate={profile.name === undefined ? undefined : "no"}>
          {profileTitle(profile)}
        </h2>
        <span className={classes["gap"]} />
        <ActionButton action={refreshProfile} loading={detailState.state === "loading"} target={profile} />
      </div>
      {detailState.state === "failed" ? (
        <Callout title={t(($) => $.network.profile.refreshFailed)} tone="bad">
          <p>{formatText(detailState.failure.text)}</p>
        </Callout>
      ) : undefined}
      <About detail={detail} />
      <Edit profile={profile} />
      <ProfileUsers profile={id} />
      <ProfileDns profile={profile} />
      <ProfileCallback profile={profile} />
      {detail.record === undefined ? undefined : <Raw record={detail.record} />}
    </>
  );
}

/** Name, description and switches are edited in a dialog. */
function Edit({ profile }: { readonly profile: Profile }): ReactElement {
  const connection = useConnection()?.name;
  const { lostUpdate } = profile;
  return (
    <>
      <div className={classes["actions"]}>
        <ActionButton action={editProfile} target={profile} />
      </div>
      <RecordResult connection={connection} hidesUnknown={lostUpdate !== undefined} id={profile.id} part="profile" />
      {lostUpdate === undefined ? undefined : (
        <Callout title={t(($) => $.network.profile.lostUpdateTitle)} tone="unknown">
          <p>
            {t(($) => $.network.profile.lostUpdate, {
              fields: lostUpdate.fields.join(", "),
              time: formatDateTime(lostUpdate.at),
            })}
          </p>
        </Callout>
      )}
      <EditProfile connection={connection} profile={profile} />
    </>
  );
}

function About({ detail: { profile, detail } }: { readonly detail: Detail }): ReactElement {
  const now = useNow();
  return (
    <Facts
      facts={[
        [
          t(($) => $.network.profile.id),
          <Copyable key="id" label={t(($) => $.network.profile.id)} mono value={profile.id} />,
        ],
        [
          t(($) => $.network.profile.description),
          <span key="description" translate="no">
            {profile.description ?? "—"}
          </span>,
        ],
        [
          t(($) => $.network.profile.source),
          capitalized(
            profile.sources
              .map(({ from, asOf }) =>
                asOf === undefined
                  ? dataSourceText(from)
                  : t(($) => $.network.profile.sourceAt, { source: dataSourceText(from), time: formatTime(asOf, now) }),
              )
              .join("; "),
          ),
        ],
        [t(($) => $.network.profile.details), recordText(detail, now)],
        [t(($) => $.network.profile.features), switchText(profile.switches)],
      ]}
    />
  );
}

function recordText({ state, asOf }: Detail["detail"], now: number): string {
  switch (state) {
    case "never":
      return t(($) => $.common.notLoaded);
    case "not-offered":
      return t(($) => $.network.profile.detailsNotOffered);
    case "read":
      return asOf === undefined
        ? t(($) => $.network.profile.detailsLoaded)
        : t(($) => $.network.profile.detailsAsOf, { time: formatTime(asOf, now) });
  }
}

function switchText(switches: Profile["switches"]): string {
  const labels = profileSwitches.flatMap(([name, feature]) => {
    const value = switches[name];
    if (value === undefined) return [];
    return [
      value ? t(($) => $.network.profile.featureOn, { feature }) : t(($) => $.network.profile.featureOff, { feature }),
    ];
  });
  return labels.length === 0 ? t(($) => $.network.profile.featuresNotReported) : labels.join(" · ");
}

function Raw({ record }: { readonly record: NonNullable<Detail["record"]> }): ReactElement {
  const label = t(($) => $.network.profile.record);
  return (
    <Panel title={t(($) => $.network.profile.raw)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be focusable */}
      <pre aria-label={label} className={`mono ${classes["raw"]}`} role="region" tabIndex={0}>
        {JSON.stringify(record, undefined, 2)}
      </pre>
    </Panel>
  );
}

/** The endpoints that use a profile, according to the cache. */
function ProfileUsers({ profile }: { readonly profile: string }): ReactElement | undefined {
  const usageState = useFleetQuery("profiles.users", { profile }, { reloadOnOpen: true });
  const use = dataOf(usageState);
  if (usageState.state === "failed")
    return (
      <Callout title={t(($) => $.network.profile.usersFailed)} tone="bad">
        <p>{formatText(usageState.failure.text)}</p>
      </Callout>
    );
  if (use === undefined) return undefined;
  const { endpoints, byStatus, filter, usedCount } = use;
  const some = endpoints.count !== undefined && endpoints.count > 0;
  return (
    <Panel title={t(($) => $.network.profile.usedBy)}>
      <p className={classes["line"]}>
        {some ? (
          <a href={`#${formatAddress({ path: ["fleet", "endpoint"], query: { filter } })}`}>
            {formatText(endpoints.sentence)}
          </a>
        ) : (
          <span>{formatText(endpoints.sentence)}</span>
        )}
        {byStatus.map(({ value, label, count }) => (
          <span className="muted" key={value}>
            {t(($) => $.network.profile.byStatus, { status: label, count })}
          </span>
        ))}
      </p>
      {usedCount === undefined ? undefined : (
        <p className="muted">{t(($) => $.network.profile.serviceCount, { count: usedCount.count })}</p>
      )}
    </Panel>
  );
}
