/** A change of the network says first whom it reaches, and waits for a yes. */
import { formatText, t } from "#shared/texts/text.ts";
import { Modal } from "@mantine/core";
import { type ReactElement, type ReactNode, useCallback } from "react";
import type { Failure } from "#contract/kit.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { AskForm } from "./ask-form.tsx";
import { RadiusView } from "./radius-view.tsx";

export type RadiusQuestion = Parameters<typeof fleet.dns.radius>[0];

export interface AskRadiusProps {
  /** Undefined: not asked, closed. */
  readonly ask: RadiusQuestion | undefined;
  readonly title: string;
  readonly yes: string;
  readonly danger?: true;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onYes: () => void;
  readonly onClose: () => void;
  /** What is to be chosen first. */
  readonly children?: ReactNode;
}

export function AskRadius({ ask, title, onClose, ...rest }: AskRadiusProps): ReactElement {
  return (
    <Modal onClose={onClose} opened={ask !== undefined} title={title}>
      {ask === undefined ? undefined : <Asked ask={ask} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Asked({
  ask,
  children,
  ...rest
}: Omit<AskRadiusProps, "title" | "ask"> & { readonly ask: RadiusQuestion }): ReactElement {
  const question = JSON.stringify(ask);
  const remote = useRemote(
    useCallback((signal) => fleet.dns.radius(JSON.parse(question) as RadiusQuestion, signal), [question]),
  );
  return (
    <AskForm {...rest}>
      {children}
      {remote.state === "ready" ? <RadiusView radius={remote.value} /> : undefined}
      {remote.state === "failed" ? (
        <Callout title={t(($) => $.network.dialog.impactUnknown)} tone="bad">
          <p>{formatText(remote.failure.text)}</p>
        </Callout>
      ) : undefined}
    </AskForm>
  );
}
