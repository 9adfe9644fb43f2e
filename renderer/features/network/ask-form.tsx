/** The question before something is sent: what a person should know, why it was not done, a yes that needs a network, and a no. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { Failure } from "#contract/kit.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import classes from "./network.module.css";

export interface AskFormProps {
  readonly yes: string;
  readonly danger?: boolean | undefined;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onYes: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function AskForm({ yes, danger, busy, failure, onYes, onClose, children }: AskFormProps): ReactElement {
  const online = useFleetdesk((state) => state.networkOnline);
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
