/** Why the sign-in was refused, in place, with the next step. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout } from "../../ui/callout.tsx";
import type { Refusal } from "./refusal-model.ts";

export interface ConnectRefusalProps {
  readonly refusal: Refusal;
  readonly onTest: () => void;
}

export function ConnectRefusal({ refusal, onTest }: ConnectRefusalProps): ReactElement {
  const { title, sentence, remedy, worthTesting } = refusal;
  return (
    <Callout
      actions={
        worthTesting ? <Button onClick={onTest}>{t(($) => $.connections.signInError.runTest)}</Button> : undefined
      }
      title={title}
      tone="bad"
    >
      <p>{sentence}</p>
      {remedy === undefined ? undefined : <p className="muted">{remedy}</p>}
    </Callout>
  );
}
