/** Who signs in: an application token, or behind a choice a user with a password. */
import { SegmentedControl, Switch, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout } from "../../ui/callout.tsx";
import { type ConnectDraft, type Mistakes, passwordsEnded } from "./connect-model.ts";
import classes from "./connect.module.css";
import { SecretInput } from "./secret-input.tsx";
import { type Secret, secretInputProps } from "./use-secret.ts";

export interface SecretFieldsProps {
  readonly draft: ConnectDraft;
  readonly mistakes: Mistakes;
  readonly token: Secret;
  readonly password: Secret;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
  readonly onTyped: () => void;
}

export function SecretFields(props: SecretFieldsProps): ReactElement {
  const { draft, mistakes, token, onChange, onTyped } = props;
  const isUser = draft.kind === "user";
  return (
    <>
      <fieldset className={classes["choice"]}>
        <legend>Sign in with</legend>
        <SegmentedControl
          data={[
            { value: "application-token", label: "Application token" },
            { value: "user", label: "User name and password" },
          ]}
          fullWidth
          onChange={(kind) => onChange({ kind: kind === "user" ? "user" : "application-token" })}
          value={draft.kind}
        />
      </fieldset>
      {/* Both stay in place, so that changing one's mind does not empty what was pasted. */}
      <div hidden={isUser}>
        <SecretInput
          description="Made in the portal of the service, which shows it once. It belongs to one organisation and renews the session by itself."
          error={isUser ? undefined : mistakes.secret}
          label="Application token"
          name="application-token"
          onTyped={onTyped}
          secret={token}
          what="token"
        />
      </div>
      <div className={classes["fields"]} hidden={!isUser}>
        <UserFields {...props} />
      </div>
    </>
  );
}

function UserFields({ draft, mistakes, password, onChange, onTyped }: SecretFieldsProps): ReactElement {
  const isUser = draft.kind === "user";
  return (
    <>
      <Callout title="Deprecated" tone="waiting">
        <p>
          The service has announced to remove user names and passwords on {passwordsEnded}. Some accounts can still use
          them; the application token replaces them. A session of this kind ends after 350 minutes, or when the same
          user signs in elsewhere.
        </p>
      </Callout>
      <TextInput
        {...secretInputProps}
        error={isUser ? mistakes.username : undefined}
        label="User name"
        name="username"
        onChange={(event) => onChange({ username: event.currentTarget.value })}
        placeholder="name@example.com"
        value={draft.username}
      />
      <SecretInput
        error={isUser ? mistakes.secret : undefined}
        label="Password"
        name="password"
        onTyped={onTyped}
        secret={password}
        what="password"
      />
      <Switch
        checked={draft.portal}
        description="The service expects the SHA-1 of the password from users who signed up in its portal. Switch it off when your account was made in another way."
        label="The account was made in the portal"
        onChange={(event) => onChange({ portal: event.currentTarget.checked })}
      />
    </>
  );
}
