/** The DNS of a service profile: current, change, remove, and undo of the last change. */
import { formatText, t } from "#shared/texts/text.ts";
import { Radio } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import type { DnsChange, DnsConfiguration } from "#shared/contract/network/dns.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { formatTime } from "#shared/format.ts";
import { ActionButton, useActionCall, useSendBlocker } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { useConnection } from "../../data/connection.ts";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { useNow } from "../../ui/use-now.ts";
import { RecordResult } from "./creation-form.tsx";
import { DnsField } from "./form-fields.tsx";
import {
  attachDns,
  detachDns,
  dnsChangesOf,
  dnsUndoLines,
  recordDns,
  saveRecordedDns,
  sendAttachDns,
  undoDns,
} from "./network-actions.ts";
import { dataSourceText, dnsChangeStatus, dnsLabel, profileTitle, useTone } from "./network-labels.ts";
import classes from "./network.module.css";

export function ProfileDns({ profile }: { readonly profile: Profile }): ReactElement {
  const now = useNow();
  const connection = useConnection()?.name;
  const configurations = useFleetData("dns.list", {})?.items ?? [];
  const blocker = useSendBlocker();
  const open = useFleetdesk((state) => state.networkDialog);
  const dialog = open?.profile === profile.id ? open.dialog : undefined;
  const { assignment, source, asOf, lost } = profile.dns;
  return (
    <Panel title={t(($) => $.network.dns.title)}>
      <p className={classes["line"]}>
        <StatusPill tone={useTone(profile.dns)}>{dnsLabel(assignment, configurations)}</StatusPill>
        <span className="muted">
          {[
            ...(source === undefined ? [] : [dataSourceText(source)]),
            ...(asOf === undefined ? [] : [formatTime(asOf, now)]),
          ].join(", ")}
        </span>
      </p>
      {lost === undefined ? undefined : (
        <Callout title={t(($) => $.network.dns.lostTitle)} tone="unknown">
          <p>{t(($) => $.network.dns.lost, { dns: dnsLabel(lost.requested, configurations) })}</p>
        </Callout>
      )}
      <RecordResult connection={connection} hidesUnknown={lost !== undefined} id={profile.id} part="profile-dns" />
      <div className={classes["actions"]}>
        <ActionButton action={attachDns} target={profile} />
        <ActionButton action={detachDns} target={profile} />
        {assignment.state === "unknown" ? <ActionButton action={recordDns} target={profile} /> : undefined}
        <SendBlocker reason={blocker} />
      </div>
      <DnsChanges configurations={configurations} profile={profile} />
      {dialog === "attach-dns" ? <AttachDns profile={profile} /> : undefined}
      {dialog === "record-dns" ? <RecordDns profile={profile} /> : undefined}
    </Panel>
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
      {impact.state === "failed" ? (
        <Callout title={t(($) => $.network.dialog.impactUnknown)} tone="bad">
          <p>{formatText(impact.failure.text)}</p>
        </Callout>
      ) : undefined}
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
    return (
      <Callout title={t(($) => $.network.dns.historyFailed)} tone="bad">
        <p>{formatText(changesState.failure.text)}</p>
      </Callout>
    );
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
            {change.undoable ? <ActionButton action={undoDns} target={profile} /> : undefined}
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
