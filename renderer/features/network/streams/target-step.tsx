/** Second step: the fields of the destination, each with help, and the trust relationship of a role. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Radio } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { Policy } from "#shared/contract/network/streams.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { fleet } from "../../../lib/fleet.ts";
import { FailureNotice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import { FormFields } from "../form-fields.tsx";
import { callbackFields } from "./callback.tsx";
import { CodeText } from "./code-text.tsx";
import type { StreamDraft } from "./stream-draft.ts";
import classes from "./streams.module.css";

export interface StepProps {
  readonly draft: StreamDraft;
  readonly put: (change: Partial<StreamDraft>) => void;
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string>>;
}

export function TargetStep(props: StepProps): ReactElement {
  const { draft, put, errors } = props;
  const { destination } = draft;
  if (destination === "rest-api") return <CallbackChoice {...props} />;
  const isBucket = destination === "object-storage";
  return (
    <>
      <FormFields
        errors={errors}
        fields={[
          {
            name: "role",
            label: t(($) => $.network.streams.form.role),
            help: t(($) => $.network.streams.form.roleHelp),
            placeholder: "arn:aws:iam::123456789012:role/fleet-delivery",
          },
        ]}
        onChange={put}
        values={draft}
      />
      <div className={classes["row"]}>
        <FormFields
          errors={errors}
          fields={[
            {
              name: "region",
              label: t(($) => $.network.streams.form.region),
              help: isBucket
                ? t(($) => $.network.streams.form.bucketRegionHelp)
                : t(($) => $.network.streams.form.streamRegionHelp),
              placeholder: "eu-west-1",
            },
            {
              name: "name",
              label: isBucket
                ? t(($) => $.network.streams.form.bucketName)
                : t(($) => $.network.streams.form.streamName),
              help: t(($) => $.network.streams.form.nameHelp),
              placeholder: isBucket ? "fleet-data" : "fleet-events",
            },
          ]}
          onChange={put}
          values={draft}
        />
      </div>
      <TrustPanel destination={destination} draft={draft} put={put} />
    </>
  );
}

const kinds = ["existing", "new", "inline"] as const;

/** For a REST stream: an existing API callback, or the URL of a new one. */
function CallbackChoice({ draft, put, errors }: StepProps): ReactElement {
  const isExisting = draft.callbackIs === "existing";
  return (
    <>
      <Radio.Group
        label={t(($) => $.network.streams.form.callback)}
        onChange={(value) => put({ callbackIs: kinds.find((kind) => kind === value) ?? "existing" })}
        value={draft.callbackIs}
      >
        <div className={classes["choices"]}>
          <Radio
            description={t(($) => $.network.streams.form.existingHelp)}
            label={t(($) => $.network.streams.form.existing)}
            value="existing"
          />
          <Radio
            description={t(($) => $.network.streams.form.newUrlHelp)}
            label={t(($) => $.network.streams.form.newUrl)}
            value="new"
          />
          <Radio
            description={t(($) => $.network.streams.form.inlineHelp)}
            label={t(($) => $.network.streams.form.inline)}
            value="inline"
          />
        </div>
      </Radio.Group>
      <FormFields
        errors={isExisting ? errors : { url: errors["url"] ?? errors["callback"], purpose: errors["purpose"] }}
        fields={isExisting ? existingFields : callbackFields}
        onChange={put}
        values={draft}
      />
    </>
  );
}

const existingFields = [
  { name: "callback", label: t(($) => $.network.streams.form.callbackId), input: "callback" },
] as const;

interface TrustPanelProps extends Pick<StepProps, "draft" | "put"> {
  readonly destination: "object-storage" | "cloud-stream";
}

/** Explains the trust relationship, with policies to copy, generated from the current, possibly incomplete draft. */
function TrustPanel({ destination, draft, put }: TrustPanelProps): ReactElement {
  const { role, region, name, principal, organisation } = draft;
  const trustState = useAsyncState(
    useCallback(
      (signal) => {
        const organisationOption = organisation.trim() === "" ? {} : { organisation };
        return fleet.streams.trust({ destination, role, region, name, principal, ...organisationOption }, signal);
      },
      [destination, role, region, name, principal, organisation],
    ),
  );
  const trust = dataOf(trustState);
  return (
    <Panel title={t(($) => $.network.streams.trust.title)}>
      {trustState.state === "failed" && trust === undefined ? (
        <FailureNotice failure={trustState.failure} />
      ) : undefined}
      <ol className={classes["trustSteps"]}>
        {trust?.steps.map((step) => (
          <li key={step.code}>{formatText(step)}</li>
        ))}
      </ol>
      <div className={classes["row"]}>
        <FormFields
          errors={{
            principal: errorText(trust?.errors.principal),
            organisation: errorText(trust?.errors.organisation),
          }}
          fields={[
            {
              name: "principal",
              label: t(($) => $.network.streams.trust.principal),
              help: t(($) => $.network.streams.trust.principalHelp),
            },
            {
              name: "organisation",
              label: t(($) => $.network.streams.trust.organisation),
              help: t(($) => $.network.streams.trust.organisationHelp),
              placeholder: organisation === "" ? (trust?.externalId?.replace(/^org-/, "") ?? "") : "",
            },
          ]}
          onChange={put}
          values={draft}
        />
      </div>
      {trust === undefined ? undefined : (
        <>
          <PolicyText
            label={t(($) => $.network.streams.trust.trustPolicy)}
            policy={trust.trust}
            title={t(($) => $.network.streams.trust.trustPolicyTitle)}
          />
          <PolicyText
            label={t(($) => $.network.streams.trust.permissionPolicy)}
            policy={trust.permission}
            title={t(($) => $.network.streams.trust.permissionPolicyTitle)}
          />
        </>
      )}
    </Panel>
  );
}

function errorText(text: CodedText | undefined): string | undefined {
  return text === undefined ? undefined : formatText(text);
}

function PolicyText({
  label,
  title,
  policy: { text, missing },
}: {
  readonly label: string;
  readonly title: string;
  readonly policy: Policy;
}): ReactElement {
  return (
    <div>
      <CodeText label={label} text={text} title={title} />
      {missing.map((one) => (
        <p className="muted" key={one.code}>
          {t(($) => $.network.streams.trust.toComplete, { text: formatText(one) })}
        </p>
      ))}
    </div>
  );
}
