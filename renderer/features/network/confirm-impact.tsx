/** Confirms a network change after showing its impact. */
import { formatText, t } from "#shared/texts/text.ts";
import { Modal } from "@mantine/core";
import { type ReactElement, type ReactNode, useCallback } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { ConfirmForm } from "./confirm-form.tsx";
import { ImpactView } from "./impact-view.tsx";

export type ImpactRequest = Parameters<typeof fleet.dns.impact>[0];

export interface ConfirmImpactProps {
  /** Undefined: closed. */
  readonly request: ImpactRequest | undefined;
  readonly title: string;
  readonly confirmLabel: string;
  readonly danger?: true;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Inputs required before confirming. */
  readonly children?: ReactNode;
}

export function ConfirmImpact({ request, title, onClose, ...rest }: ConfirmImpactProps): ReactElement {
  return (
    <Modal onClose={onClose} opened={request !== undefined} title={title}>
      {request === undefined ? undefined : <ConfirmImpactForm request={request} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function ConfirmImpactForm({
  request,
  children,
  ...rest
}: Omit<ConfirmImpactProps, "title" | "request"> & { readonly request: ImpactRequest }): ReactElement {
  const question = JSON.stringify(request);
  const impactState = useAsyncState(
    useCallback((signal) => fleet.dns.impact(JSON.parse(question) as ImpactRequest, signal), [question]),
  );
  return (
    <ConfirmForm {...rest}>
      {children}
      {impactState.state === "ready" ? <ImpactView impact={impactState.value} /> : undefined}
      {impactState.state === "failed" ? (
        <Callout title={t(($) => $.network.dialog.impactUnknown)} tone="bad">
          <p>{formatText(impactState.failure.text)}</p>
        </Callout>
      ) : undefined}
    </ConfirmForm>
  );
}
