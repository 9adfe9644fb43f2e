/** Explains the trust relationship of a destination, with policies to copy, generated from the current, possibly incomplete draft. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { Policy } from "#shared/contract/network/streams.ts";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { FailureNotice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import { CodeText } from "./code-text.tsx";
import type { StepProps } from "./step-props.ts";
import { helpBelow, monoInput } from "./field-layout.ts";
import classes from "./streams.module.css";

export interface TrustPanelProps extends Pick<StepProps, "draft" | "put"> {
  readonly destination: "object-storage" | "cloud-stream";
}

export function TrustPanel({ destination, draft, put }: TrustPanelProps): ReactElement {
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
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description={t(($) => $.network.streams.trust.principalHelp)}
          error={errorText(trust?.errors.principal)}
          label={t(($) => $.network.streams.trust.principal)}
          onChange={({ currentTarget }) => put({ principal: currentTarget.value })}
          spellCheck={false}
          value={principal}
        />
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description={t(($) => $.network.streams.trust.organisationHelp)}
          error={errorText(trust?.errors.organisation)}
          label={t(($) => $.network.streams.trust.organisation)}
          onChange={({ currentTarget }) => put({ organisation: currentTarget.value })}
          placeholder={organisation === "" ? (trust?.externalId?.replace(/^org-/, "") ?? "") : ""}
          spellCheck={false}
          value={organisation}
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
