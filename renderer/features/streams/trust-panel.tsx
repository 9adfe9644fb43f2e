/** The trust relationship of a destination, explained, with the policies to copy: made from what is typed, also half of it. */
import { TextInput } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { Policy } from "#contract/streams.ts";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { CodeText } from "./code-text.tsx";
import type { StepProps } from "./step-props.ts";
import { helpBelow, monoInput } from "./field-looks.ts";
import classes from "./streams.module.css";

export interface TrustPanelProps extends Pick<StepProps, "typed" | "put"> {
  readonly destination: "object-storage" | "cloud-stream";
}

export function TrustPanel({ destination, typed, put }: TrustPanelProps): ReactElement {
  const { role, region, name, principal, organisation } = typed;
  const remote = useRemote(
    useCallback(
      (signal) => {
        const whose = organisation.trim() === "" ? {} : { organisation };
        return fleet.streams.trust({ destination, role, region, name, principal, ...whose }, signal);
      },
      [destination, role, region, name, principal, organisation],
    ),
  );
  const trust = shown(remote);
  return (
    <Panel title="Trust relationship">
      {remote.state === "failed" && trust === undefined ? <FailureNotice failure={remote.failure} /> : undefined}
      <ol className={classes["trustSteps"]}>
        {trust?.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={classes["row"]}>
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description="Account id of 12 digits, or a role; its operator tells it. Only for the text below, never sent."
          error={trust?.mistakes.principal}
          label="Account or role of the service"
          onChange={({ currentTarget }) => put({ principal: currentTarget.value })}
          spellCheck={false}
          value={principal}
        />
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description="Yours at the service. Only for the text below, never sent."
          error={trust?.mistakes.organisation}
          label="Organisation id"
          onChange={({ currentTarget }) => put({ organisation: currentTarget.value })}
          placeholder={organisation === "" ? (trust?.externalId?.replace(/^org-/, "") ?? "") : ""}
          spellCheck={false}
          value={organisation}
        />
      </div>
      {trust === undefined ? undefined : (
        <>
          <PolicyText label="trust policy" policy={trust.trust} title="Trust policy of the role" />
          <PolicyText label="permission policy" policy={trust.permission} title="Permission policy of the role" />
        </>
      )}
    </Panel>
  );
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
      {missing.map((sentence) => (
        <p className="muted" key={sentence}>
          Still to fill in: {sentence}
        </p>
      ))}
    </div>
  );
}
