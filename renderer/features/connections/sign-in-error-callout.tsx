/** Why the sign-in was rejected, inline, with the next step. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout } from "../../ui/callout.tsx";
import type { SignInError } from "./sign-in-error.ts";

export interface SignInErrorCalloutProps {
  readonly error: SignInError;
  readonly onTest: () => void;
}

export function SignInErrorCallout({ error, onTest }: SignInErrorCalloutProps): ReactElement {
  const { title, sentence, remedy, worthTesting } = error;
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
