/** Credentials: an application token, or alternatively a user name and password. */
import { t } from "#shared/texts/text.ts";
import { SegmentedControl, Switch, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { Callout } from "../../ui/callout.tsx";
import { type ConnectDraft, type ValidationErrors } from "./connect-draft.ts";
import classes from "./connect.module.css";
import { SecretInput } from "./secret-input.tsx";
import { type Secret, secretInputProps } from "./use-secret.ts";

export interface SecretFieldsProps {
  readonly draft: ConnectDraft;
  readonly errors: ValidationErrors;
  readonly token: Secret;
  readonly password: Secret;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
  readonly onEdit: () => void;
}

export function SecretFields(props: SecretFieldsProps): ReactElement {
  const { draft, errors, token, onChange, onEdit } = props;
  const isUser = draft.kind === "user";
  return (
    <>
      <fieldset className={classes["choice"]}>
        <legend>{t(($) => $.connections.fields.signInWith)}</legend>
        <SegmentedControl
          data={[
            { value: "application-token", label: t(($) => $.connections.fields.applicationToken) },
            { value: "user", label: t(($) => $.connections.fields.userPassword) },
          ]}
          fullWidth
          onChange={(kind) => onChange({ kind: kind === "user" ? "user" : "application-token" })}
          value={draft.kind}
        />
      </fieldset>
      {/* Both inputs stay mounted, so that switching between them does not clear a pasted secret. */}
      <div hidden={isUser}>
        <SecretInput
          description={t(($) => $.connections.fields.applicationTokenHelp)}
          error={isUser ? undefined : errors.secret}
          label={t(($) => $.connections.fields.applicationToken)}
          name="application-token"
          onEdit={onEdit}
          secret={token}
          showLabel={t(($) => $.connections.fields.showToken)}
        />
      </div>
      <div className={classes["fields"]} hidden={!isUser}>
        <UserFields {...props} />
      </div>
    </>
  );
}

function UserFields({ draft, errors, password, onChange, onEdit }: SecretFieldsProps): ReactElement {
  const isUser = draft.kind === "user";
  return (
    <>
      <Callout title={t(($) => $.connections.fields.deprecated)} tone="waiting">
        <p>{t(($) => $.connections.fields.deprecatedHelp)}</p>
      </Callout>
      <TextInput
        {...secretInputProps}
        error={isUser ? errors.username : undefined}
        label={t(($) => $.connections.fields.username)}
        name="username"
        onChange={(event) => onChange({ username: event.currentTarget.value })}
        placeholder={t(($) => $.connections.fields.usernamePlaceholder)}
        value={draft.username}
      />
      <SecretInput
        error={isUser ? errors.secret : undefined}
        label={t(($) => $.connections.fields.password)}
        name="password"
        onEdit={onEdit}
        secret={password}
        showLabel={t(($) => $.connections.fields.showPassword)}
      />
      <Switch
        checked={draft.portal}
        description={t(($) => $.connections.fields.portalHelp)}
        label={t(($) => $.connections.fields.portal)}
        onChange={(event) => onChange({ portal: event.currentTarget.checked })}
      />
    </>
  );
}
