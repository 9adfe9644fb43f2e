/** Records the DNS that a profile uses as known to the operator: stored locally only; nothing is sent. */
import { t } from "#shared/texts/text.ts";
import { Radio } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { DnsAnswer } from "#shared/contract/network/dns.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import { byField } from "../../lib/field-failure.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useCall } from "../../ui/use-call.ts";
import { DnsField } from "./dns-field.tsx";
import classes from "./network.module.css";
import { profileTitle } from "./network-labels.ts";

export interface RecordDnsProps {
  readonly profile: Profile;
  readonly onClose: () => void;
  readonly onAnswer: (answer: DnsAnswer) => void;
}

export function RecordDns({ profile, onClose, onAnswer }: RecordDnsProps): ReactElement {
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
