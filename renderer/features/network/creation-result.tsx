/** Result of a creation that did not complete: confirmation required, or outcome unknown. The draft is preserved. */
import { formatText, t } from "#shared/texts/text.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";

export interface CreationResultProps {
  readonly result: {
    readonly outcome: "created" | "exists" | "unsettled" | "unknown";
    readonly message: CodedText;
  };
  readonly busy: boolean;
  readonly onCreateAnyway: () => void;
}

const titles: Readonly<Record<CreationResultProps["result"]["outcome"], readonly [CalloutProps["tone"], string]>> = {
  created: ["good", t(($) => $.network.creation.created)],
  exists: ["waiting", t(($) => $.network.creation.notSent)],
  unsettled: ["unknown", t(($) => $.network.creation.notSent)],
  unknown: ["unknown", t(($) => $.common.outcomeUnknown)],
};

export function CreationResult({
  result: { outcome, message },
  busy,
  onCreateAnyway,
}: CreationResultProps): ReactElement {
  const [tone, title] = titles[outcome];
  const isQuestion = outcome === "exists" || outcome === "unsettled";
  return (
    <Callout
      actions={
        isQuestion ? (
          <Button disabled={busy} onClick={onCreateAnyway}>
            {t(($) => $.network.creation.createAnyway)}
          </Button>
        ) : undefined
      }
      title={title}
      tone={tone}
    >
      <p>{formatText(message)}</p>
    </Callout>
  );
}
