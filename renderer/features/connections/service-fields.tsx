/** Which service, and what it is called here. */
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { ConnectDraft, Mistakes } from "./connect-model.ts";
import { secretInputProps } from "./use-secret.ts";

export interface ServiceFieldsProps {
  readonly draft: ConnectDraft;
  readonly mistakes: Mistakes;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
}

export function ServiceFields({ draft, mistakes, onChange }: ServiceFieldsProps): ReactElement {
  return (
    <>
      <TextInput
        autoComplete="off"
        description="What you call it: the organisation, or the site."
        error={mistakes.name}
        label="Name"
        name="name"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        placeholder="Acme Utilities"
        value={draft.name}
      />
      <TextInput
        {...secretInputProps}
        description="The usual address is filled in; change it when your service answers elsewhere."
        error={mistakes.baseUrl}
        inputMode="url"
        label="Base address"
        name="base-url"
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value, allowUnencrypted: false })}
        value={draft.baseUrl}
      />
    </>
  );
}
