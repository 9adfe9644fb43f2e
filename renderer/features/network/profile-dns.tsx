/** The DNS of a service profile: current, change, remove, and undo of the last change. */
import { formatText, t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import { Button, Radio } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { DnsAnswer, DnsChange, DnsConfiguration } from "#shared/contract/network/dns.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { type CalloutProps, Callout } from "../../ui/callout.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type DnsAction, ConfirmDns } from "./confirm-dns.tsx";
import classes from "./network.module.css";
import { dnsLabel, dataSourceText, useTone, dnsChangeStatus, profileTitle } from "./network-labels.ts";
import { dataOf } from "../../lib/async-state.ts";
import { byField } from "../../lib/field-failure.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useCall } from "../../ui/use-call.ts";
import { DnsField } from "./dns-field.tsx";

type ProfileDnsAction = DnsAction | "tell";

export function ProfileDns({ profile }: { readonly profile: Profile }): ReactElement {
  const now = useNow();
  const configurations = useFleetData("dns.list", {})?.items ?? [];
  const blocker = useSendBlocker();
  const [action, setAction] = useState<ProfileDnsAction>();
  const [answer, setAnswer] = useState<DnsAnswer>();
  const { assignment, source, asOf, lost } = profile.dns;
  const begin = (next: ProfileDnsAction): void => {
    setAnswer(undefined);
    setAction(next);
  };
  const dialogProps = {
    profile,
    onClose: () => setAction(undefined),
    onAnswer: (next: DnsAnswer) => {
      setAnswer(next);
      setAction(undefined);
    },
  };
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
      {answer === undefined || (answer.outcome === "unknown" && lost !== undefined) ? undefined : (
        <Callout tone={answerTone(answer.outcome)}>
          <p>{formatText(answer.message)}</p>
        </Callout>
      )}
      <div className={classes["actions"]}>
        <Button disabled={blocker !== undefined} onClick={() => begin("attach")}>
          {t(($) => $.network.dns.attachBegin)}
        </Button>
        <Button disabled={blocker !== undefined || assignment.state === "none"} onClick={() => begin("detach")}>
          {t(($) => $.network.dns.detachBegin)}
        </Button>
        {assignment.state === "unknown" ? (
          <Button onClick={() => begin("tell")}>{t(($) => $.network.dns.recordBegin)}</Button>
        ) : undefined}
        <SendBlocker reason={blocker} />
      </div>
      <DnsChanges configurations={configurations} onUndo={() => begin("undo")} profile={profile.id} />
      {action === "tell" ? <RecordDns {...dialogProps} /> : undefined}
      {action === undefined || action === "tell" ? undefined : <ConfirmDns action={action} {...dialogProps} />}
    </Panel>
  );
}

function answerTone(outcome: DnsAnswer["outcome"]): CalloutProps["tone"] {
  switch (outcome) {
    case "done":
    case "unchanged":
      return "good";
    case "moved":
      return "waiting";
    case "unknown":
      return "unknown";
  }
}

interface DnsChangesProps {
  /** Its id. */
  readonly profile: string;
  readonly configurations: readonly DnsConfiguration[];
  readonly onUndo: () => void;
}

/** Changes to the DNS of a profile made by this program, newest first. */
function DnsChanges({ profile, configurations, onUndo }: DnsChangesProps): ReactElement | undefined {
  const now = useNow();
  const blocker = useSendBlocker();
  const changesState = useFleetQuery("dns.changes", { profile, limit: 20 }, { reloadOnOpen: true });
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
            {change.undoable ? (
              <Button disabled={blocker !== undefined} onClick={onUndo}>
                {t(($) => $.network.dns.undoBegin)}
              </Button>
            ) : undefined}
          </li>
        );
      })}
    </ul>
  );
}

interface RecordDnsProps {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onAnswer: (answer: DnsAnswer) => void;
}

/** Records the DNS that a profile uses as known to the operator: stored locally only; nothing is sent. */
function RecordDns({ profile, onClose, onAnswer }: RecordDnsProps): ReactElement {
  const [assignment, setAssignment] = useState<string | null>(null);
  const [id, setId] = useState("");
  const [pressed, setPressed] = useState(false);
  const call = useCall();
  const { failure, run, clearFailure } = call;
  const save = (): void => {
    setPressed(true);
    if (assignment === null) return;
    void run(async () => {
      onAnswer(await fleet.dns.recordAssignment({ profile: profile.id, dns: assignment === "uses" ? id : undefined }));
      await reloadQueries("dns.list", "profiles.list");
    });
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
      onClose={onClose}
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
