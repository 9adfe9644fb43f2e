/** One service profile: origin of its data, its endpoints, DNS, and callback for received SMS. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Radio } from "@mantine/core";
import { type ReactElement, type ReactNode, useCallback, useEffect, useState } from "react";
import type { DnsChange, DnsConfiguration } from "#shared/contract/network/dns.ts";
import type { Profile, ProfileDetail as Detail } from "#shared/contract/network/profiles.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { ActionButton, useActionCall, useSendBlocker } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { useConnection } from "../../data/connection.ts";
import { useFleetData, useFleetQuery, useRefreshable } from "../../data/fleet-query.ts";
import { formatAddress } from "../../lib/address.ts";
import { dataOf, failureIn } from "../../lib/async-state.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { capitalized } from "../../lib/records.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { useNow } from "../../ui/use-now.ts";
import { DnsField, FormFields, RecordResult, useForgottenResults } from "./creation-form.tsx";
import { callbackLabel, dataSourceText, dnsChangeStatus, dnsLabel, profileTitle, useTone } from "./network-labels.ts";
import classes from "./network.module.css";
import {
  attachDns,
  detachDns,
  dnsChangesOf,
  dnsUndoLines,
  editProfile,
  recordDns,
  refreshProfile,
  removeCallback,
  saveRecordedDns,
  sendAttachDns,
  setCallback,
  undoCallback,
  undoDns,
} from "./profile-actions.ts";
import { profileSwitches } from "./profile-form-state.ts";
import { EditProfile } from "./profile-forms.tsx";

const profileParts = ["profile", "profile-dns", "profile-callback"] as const;

export function ProfileDetail({ id }: { readonly id: string }): ReactElement | undefined {
  useForgottenResults(id, ...profileParts);
  // Its dialogs close with it, but not one that was opened for the next profile.
  useEffect(
    () => () => {
      const { networkDialog, setNetworkDialog } = useFleetdesk.getState();
      if (networkDialog?.profile === id) setNetworkDialog(undefined);
    },
    [id],
  );
  const input = { profile: id };
  const detailState = useRefreshable("profiles.get", "profiles.read", input, { reloadOnOpen: true });
  const detail = dataOf(detailState);
  if (detail === undefined)
    return detailState.state === "failed" ? <FailureNotice failure={detailState.failure} /> : undefined;
  const { profile } = detail;
  return (
    <>
      <div className="controls">
        <h2 className={classes["title"]} translate={profile.name === undefined ? undefined : "no"}>
          {profileTitle(profile)}
        </h2>
        <span className={classes["gap"]} />
        <ActionButton action={refreshProfile} loading={detailState.state === "loading"} target={profile} />
      </div>
      <FailureCallout failure={failureIn(detailState)} title={t(($) => $.network.profile.refreshFailed)} />
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
      <div className="controls">
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
    return <FailureCallout failure={usageState.failure} title={t(($) => $.network.profile.usersFailed)} />;
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

interface AssignmentProps {
  readonly title: string;
  readonly profile: Profile;
  readonly part: "profile-dns" | "profile-callback";
  readonly use: Profile["dns" | "callback"];
  readonly label: string;
  /** If the response to the last change was lost: what was requested. */
  readonly lost: string | undefined;
  readonly children: ReactNode;
}

/** What a profile uses, and the outcome of the last change of it. */
function AssignmentPanel({ title, profile, part, use, label, lost, children }: AssignmentProps): ReactElement {
  const now = useNow();
  const connection = useConnection()?.name;
  const { source, asOf } = use;
  const origin = [
    ...(source === undefined ? [] : [dataSourceText(source)]),
    ...(asOf === undefined ? [] : [formatTime(asOf, now)]),
  ];
  return (
    <Panel title={title}>
      <p className={classes["line"]}>
        <StatusPill tone={useTone(use)}>{label}</StatusPill>
        <span className="muted">{origin.join(", ")}</span>
      </p>
      {lost === undefined ? undefined : (
        <Callout title={t(($) => $.network.profile.lostTitle)} tone="unknown">
          <p>{lost}</p>
        </Callout>
      )}
      <RecordResult
        connection={connection}
        hidesUnknown={part === "profile-dns" && lost !== undefined}
        id={profile.id}
        part={part}
      />
      {children}
    </Panel>
  );
}

// The DNS configuration: current, change, remove, and undo of the last change.

function ProfileDns({ profile }: { readonly profile: Profile }): ReactElement {
  const configurations = useFleetData("dns.list", {})?.items ?? [];
  const blocker = useSendBlocker();
  const open = useFleetdesk((state) => state.networkDialog);
  const dialog = open?.profile === profile.id ? open.dialog : undefined;
  const { assignment, lost } = profile.dns;
  return (
    <AssignmentPanel
      label={dnsLabel(assignment, configurations)}
      lost={lost && t(($) => $.network.dns.lost, { dns: dnsLabel(lost.requested, configurations) })}
      part="profile-dns"
      profile={profile}
      title={t(($) => $.network.dns.title)}
      use={profile.dns}
    >
      <div className="controls">
        <ActionButton action={attachDns} target={profile} />
        <ActionButton action={detachDns} target={profile} />
        {assignment.state === "unknown" ? <ActionButton action={recordDns} target={profile} /> : undefined}
        <SendBlocker reason={blocker} />
      </div>
      <DnsChanges configurations={configurations} profile={profile} />
      {dialog === "attach-dns" ? <AttachDns profile={profile} /> : undefined}
      {dialog === "record-dns" ? <RecordDns profile={profile} /> : undefined}
    </AssignmentPanel>
  );
}

/** Chooses the configuration, and shows the impact and whether the change can be undone. */
function AttachDns({ profile }: { readonly profile: Profile }): ReactElement {
  const [dns, setDns] = useState("");
  const setDialog = useFleetdesk((state) => state.setNetworkDialog);
  const call = useActionCall(sendAttachDns, { profile: profile.id, dns });
  const { id } = profile;
  const impact = useAsyncState(
    useCallback((signal) => fleet.dns.impact({ action: "attach", profile: id }, signal), [id]),
  );
  const [undoTitle, ...undoHelp] = dnsUndoLines(profile);
  return (
    <ConfirmDialog
      blocker={call.disabledReason}
      call={call}
      confirmation={{
        title: t(($) => $.network.dns.attachTitle, { profile: profileTitle(profile) }),
        confirmLabel: t(($) => $.network.dns.attach),
      }}
      fields={["dns"]}
      onClose={() => setDialog(undefined)}
      onConfirm={() => void call.run({ profile: id, dns })}
    >
      <DnsField
        error={byField(call.failure)["dns"]}
        onChange={(next) => {
          call.clearFailure();
          setDns(next);
        }}
        placeholder={t(($) => $.network.dns.fieldPlaceholder)}
        value={dns}
      />
      {undoTitle === undefined ? undefined : (
        <Callout title={undoTitle} tone="waiting">
          <p>{undoHelp}</p>
        </Callout>
      )}
      {impact.state === "ready" ? (
        <Callout title={formatText(impact.value.sentence)} tone="waiting">
          <p>{formatText(impact.value.note)}</p>
        </Callout>
      ) : undefined}
      <FailureCallout failure={failureIn(impact)} title={t(($) => $.network.dialog.impactUnknown)} />
    </ConfirmDialog>
  );
}

interface DnsChangesProps {
  readonly profile: Profile;
  readonly configurations: readonly DnsConfiguration[];
}

/** Changes to the DNS of a profile made by this program, newest first. */
function DnsChanges({ profile, configurations }: DnsChangesProps): ReactElement | undefined {
  const now = useNow();
  const changesState = useFleetQuery("dns.changes", dnsChangesOf(profile.id), { reloadOnOpen: true });
  if (changesState.state === "failed")
    return <FailureCallout failure={changesState.failure} title={t(($) => $.network.dns.historyFailed)} />;
  const changes = dataOf(changesState)?.changes ?? [];
  if (changes.length === 0) return undefined;
  const transitionText = ({ before, after }: DnsChange): string =>
    t(($) => $.network.dns.transition, {
      before: dnsLabel(before, configurations),
      after: dnsLabel(after, configurations),
    });
  return (
    <ul aria-label={t(($) => $.network.dns.history)} className={classes["changes"]}>
      {changes.map((change) => {
        const { title, tone, state } = dnsChangeStatus(change);
        return (
          <li className={classes["line"]} key={change.change}>
            <StatusPill tone={tone}>{state}</StatusPill>
            <b>{title}</b>
            <span className="mono">{transitionText(change)}</span>
            <span className="muted">{formatTime(change.at, now)}</span>
            {change.message === undefined ? undefined : <span className="muted">{formatText(change.message)}</span>}
            {change.undoable ? (
              <ActionButton action={undoDns} target={{ ...profile, undoes: change.change }} />
            ) : undefined}
          </li>
        );
      })}
    </ul>
  );
}

/** Records the DNS that a profile uses as known to the operator: stored locally only; nothing is sent. */
function RecordDns({ profile }: { readonly profile: Profile }): ReactElement {
  const [assignment, setAssignment] = useState<string | null>(null);
  const [id, setId] = useState("");
  const [pressed, setPressed] = useState(false);
  const setDialog = useFleetdesk((state) => state.setNetworkDialog);
  const target = { profile: profile.id, dns: assignment === "uses" ? id : undefined };
  const call = useActionCall(saveRecordedDns, target);
  const { failure, run, clearFailure } = call;
  const save = (): void => {
    setPressed(true);
    if (assignment !== null) void run(target);
  };
  return (
    <ConfirmDialog
      call={call}
      confirmation={{
        title: t(($) => $.network.dns.recordTitle, { profile: profileTitle(profile) }),
        summary: t(($) => $.network.dns.recordHelp),
        confirmLabel: t(($) => $.network.dns.record),
      }}
      failureTitle={t(($) => $.network.dns.recordFailed)}
      fields={["dns"]}
      onClose={() => setDialog(undefined)}
      onConfirm={save}
    >
      <Radio.Group
        error={pressed && assignment === null ? t(($) => $.network.dns.recordMissing) : undefined}
        label={t(($) => $.network.dns.recordLabel)}
        onChange={(next) => {
          clearFailure();
          setAssignment(next);
        }}
        value={assignment}
      >
        <div className={classes["choices"]}>
          <Radio label={t(($) => $.network.dns.recordUses)} value="uses" />
          <Radio label={t(($) => $.common.none)} value="none" />
        </div>
      </Radio.Group>
      {assignment === "uses" ? (
        <DnsField
          error={byField(failure)["dns"]}
          onChange={(next) => {
            clearFailure();
            setId(next);
          }}
          placeholder={t(($) => $.network.dns.fieldPlaceholder)}
          value={id}
        />
      ) : undefined}
    </ConfirmDialog>
  );
}

// The destination of SMS that endpoints of the profile send.

function ProfileCallback({ profile }: { readonly profile: Profile }): ReactElement {
  const { assignment, earlier, lost } = profile.callback;
  return (
    <AssignmentPanel
      label={callbackLabel(assignment)}
      lost={lost && t(($) => $.network.callback.lost, { callback: callbackLabel(lost.requested) })}
      part="profile-callback"
      profile={profile}
      title={t(($) => $.network.callback.title)}
      use={profile.callback}
    >
      {earlier === undefined ? undefined : (
        <p className={classes["line"]}>
          <span>{t(($) => $.network.callback.earlier, { callback: callbackLabel(earlier.assignment) })}</span>
          <ActionButton action={undoCallback} target={profile} />
        </p>
      )}
      <SetCallback profile={profile} />
    </AssignmentPanel>
  );
}

const callbackFields = [{ name: "callback", label: t(($) => $.network.callback.id), input: "callback" }] as const;

function SetCallback({ profile }: { readonly profile: Profile }): ReactElement {
  const [callback, setInput] = useState("");
  const blocker = useSendBlocker();
  const target = {
    profile,
    assignment: { state: "uses", callback: callback.trim() },
    // What was entered meanwhile stays.
    onAnswered: () => setInput((current) => (current === callback ? "" : current)),
  } as const;
  const { busy, failure, run, clearFailure } = useActionCall(setCallback, target);
  return (
    <form
      className={classes["row"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(target);
      }}
    >
      {aboutNoField(failure, ["callback"]) ? (
        <FailureCallout failure={failure} title={t(($) => $.network.callback.notChanged)} />
      ) : undefined}
      <FormFields
        errors={byField(failure)}
        fields={callbackFields}
        onChange={(change) => {
          clearFailure();
          setInput(change.callback ?? "");
        }}
        values={{ callback }}
      />
      <Button disabled={blocker !== undefined} loading={busy} type="submit">
        {t(($) => $.network.callback.setBegin)}
      </Button>
      <ActionButton action={removeCallback} target={profile} />
      <SendBlocker reason={blocker} />
    </form>
  );
}
