/** Input of a secret: excluded from autocomplete, spell checking and screen reader output, and never stored in window state. */
import { PasswordInput } from "@mantine/core";
import { type ReactElement, useId } from "react";
import { type Secret, secretInputProps } from "./use-secret.ts";

export interface SecretInputProps {
  readonly secret: Secret;
  readonly label: string;
  /** Label of the button that reveals the secret: "Show password". */
  readonly showLabel: string;
  readonly name?: string;
  readonly description?: string;
  readonly error: string | undefined;
  readonly onEdit: () => void;
}

export function SecretInput({
  secret,
  showLabel,
  description,
  error,
  onEdit,
  ...rest
}: SecretInputProps): ReactElement {
  const { attach } = secret;
  const id = useId();
  const described = [
    ...(description === undefined ? [] : [`${id}-description`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <PasswordInput
      {...rest}
      {...secretInputProps}
      // The library does not set these two attributes for this kind of input.
      aria-describedby={described.length === 0 ? undefined : described.join(" ")}
      aria-invalid={error !== undefined}
      description={description}
      error={error}
      id={id}
      onChange={onEdit}
      ref={attach}
      visibilityToggleButtonProps={{ "aria-label": showLabel }}
      visibilityToggleFocusable
    />
  );
}
