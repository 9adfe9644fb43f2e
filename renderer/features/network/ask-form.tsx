/** The question before something is sent: what a person should know, why it was not done, a yes that needs a network, and a no. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { SendForm, type SendFormProps } from "./send-form.tsx";

export interface AskFormProps extends Pick<SendFormProps, "danger" | "busy" | "failure" | "children"> {
  readonly yes: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function AskForm({ yes, onYes, onClose, ...rest }: AskFormProps): ReactElement {
  return (
    <SendForm
      {...rest}
      buttons={
        <Button data-autofocus onClick={onClose}>
          Leave it
        </Button>
      }
      failureTitle="This was not done"
      onSubmit={onYes}
      submit={yes}
    />
  );
}
