/** Name and description of a service profile. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";

export interface ProfileTextsProps {
  readonly name: string;
  readonly description: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: { readonly name: string } | { readonly description: string }) => void;
}

export function ProfileTexts({ name, description, errors, onChange }: ProfileTextsProps): ReactElement {
  return (
    <>
      <TextInput
        error={errors["name"]}
        label={t(($) => $.common.name)}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        value={name}
      />
      <TextInput
        error={errors["description"]}
        label={t(($) => $.network.profile.description)}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        value={description}
      />
    </>
  );
}
