/** What came of a creation that did not end with something new: asked about, or not known. What is typed is still there. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";

export interface CreationSaidProps {
  readonly said: {
    readonly outcome: "created" | "exists" | "unsettled" | "unknown";
    readonly message: string;
  };
  readonly busy: boolean;
  readonly onAllTheSame: () => void;
}

const titles: Readonly<Record<CreationSaidProps["said"]["outcome"], readonly [CalloutProps["tone"], string]>> = {
  created: ["good", "Created"],
  exists: ["waiting", "Nothing was sent"],
  unsettled: ["unknown", "Nothing was sent"],
  unknown: ["unknown", "What came of it is not known"],
};

export function CreationSaid({ said: { outcome, message }, busy, onAllTheSame }: CreationSaidProps): ReactElement {
  const [tone, title] = titles[outcome];
  const isQuestion = outcome === "exists" || outcome === "unsettled";
  return (
    <Callout
      {...(isQuestion
        ? {
            actions: (
              <Button disabled={busy} onClick={onAllTheSame}>
                Create another anyway
              </Button>
            ),
          }
        : {})}
      title={title}
      tone={tone}
    >
      <p>{message}</p>
    </Callout>
  );
}
