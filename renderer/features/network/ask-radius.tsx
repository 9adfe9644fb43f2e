/** A change of the network says first whom it reaches, and waits for a yes. */
import { Button, Modal } from "@mantine/core";
import { type ReactElement, type ReactNode, useCallback } from "react";
import type { Failure } from "#contract/kit.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import classes from "./network.module.css";
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
  yes,
  danger,
  busy,
  failure,
  onYes,
  onClose,
  children,
}: Omit<AskRadiusProps, "title" | "ask"> & { readonly ask: RadiusQuestion }): ReactElement {
  const online = useFleetdesk((state) => state.networkOnline);
  const question = JSON.stringify(ask);
  const remote = useRemote(
    useCallback((signal) => fleet.dns.radius(JSON.parse(question) as RadiusQuestion, signal), [question]),
  );
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onYes();
      }}
    >
      {children}
      {remote.state === "ready" ? <RadiusView radius={remote.value} /> : undefined}
      {remote.state === "failed" ? (
        <Callout title="Whom it reaches is not known" tone="bad">
          <p>{remote.failure.message}</p>
        </Callout>
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout title="This was not done" tone="bad">
          <p>{failure.message}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      )}
      <div className={classes["deeds"]}>
        <Button
          {...(danger === true ? { color: "red" } : {})}
          disabled={!online}
          loading={busy}
          type="submit"
          variant="filled"
        >
          {yes}
        </Button>
        <Button data-autofocus onClick={onClose}>
          Leave it
        </Button>
        <NoNetwork online={online} />
      </div>
    </form>
  );
}
