/** Confirms a network change after showing its impact. */
import { formatText, t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "../../ui/confirm-dialog.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { ImpactView } from "./impact-view.tsx";

export type ImpactRequest = Parameters<typeof fleet.dns.impact>[0];

export interface ConfirmImpactProps extends Omit<ConfirmDialogProps, "blocker"> {
  readonly request: ImpactRequest;
}

export function ConfirmImpact({ request, children, ...rest }: ConfirmImpactProps): ReactElement {
  const blocker = useSendBlocker();
  return (
    <ConfirmDialog {...rest} blocker={blocker}>
      {children}
      <LoadedImpact request={request} />
    </ConfirmDialog>
  );
}

function LoadedImpact({ request }: Pick<ConfirmImpactProps, "request">): ReactElement | undefined {
  const question = JSON.stringify(request);
  const impactState = useAsyncState(
    useCallback((signal) => fleet.dns.impact(JSON.parse(question) as ImpactRequest, signal), [question]),
  );
  if (impactState.state === "ready") return <ImpactView impact={impactState.value} />;
  if (impactState.state !== "failed") return undefined;
  return (
    <Callout title={t(($) => $.network.dialog.impactUnknown)} tone="bad">
      <p>{formatText(impactState.failure.text)}</p>
    </Callout>
  );
}
