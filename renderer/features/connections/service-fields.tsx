/** The base URL of the service, and the connection's local name. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { ConnectDraft, ValidationErrors } from "./connect-draft.ts";
import { secretInputProps } from "./use-secret.ts";

export interface ServiceFieldsProps {
  readonly draft: ConnectDraft;
  readonly errors: ValidationErrors;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
}

export function ServiceFields({ draft, errors, onChange }: ServiceFieldsProps): ReactElement {
  return (
    <>
      <TextInput
        autoComplete="off"
        description={t(($) => $.connections.fields.nameHelp)}
        error={errors.name}
        label={t(($) => $.common.name)}
        name="name"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        placeholder={t(($) => $.connections.fields.namePlaceholder)}
        value={draft.name}
      />
      <TextInput
        {...secretInputProps}
        description={t(($) => $.connections.fields.baseUrlHelp)}
        error={errors.baseUrl}
        inputMode="url"
        label={t(($) => $.connections.fields.baseUrl)}
        name="base-url"
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value, allowUnencrypted: false })}
        value={draft.baseUrl}
      />
    </>
  );
}
