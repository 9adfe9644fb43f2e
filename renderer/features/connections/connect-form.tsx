/** Connects to a service, or signs in again, in one call; the input stays until the call succeeds. */
import { hasFields } from "#shared/defined-fields.ts";
import { t } from "#shared/texts/text.ts";
import { Button, Checkbox, TextInput, SegmentedControl, Switch } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type ReactElement, type SubmitEvent, useEffect, useState } from "react";
import { useFleetData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useFirstErrorFocus } from "../../ui/use-first-error-focus.ts";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connect.module.css";
import {
  type ConnectDraft,
  type ValidationErrors,
  baseUrlError,
  optionErrorsOf,
  signInDraftOf,
  validationErrorsOf,
  requestOf,
  testOf,
  isUnencrypted,
} from "./connect-draft.ts";
import { TestButton, useConnectionTest } from "./connection-test.tsx";
import { KeychainPanel } from "./keychain-panel.tsx";
import { OptionFields } from "./option-fields.tsx";
import { type SignInError, signInErrorOf } from "./sign-in-error.ts";
import { SafetyFields } from "./safety-fields.tsx";
import { useSecret, secretInputProps, type Secret } from "./use-secret.ts";
import { Callout } from "../../ui/callout.tsx";
import { SecretInput } from "./secret-input.tsx";

export interface ConnectFormProps {
  /** Initial values while there is no draft. */
  readonly initial: ConnectDraft;
  /** Name of the connection to sign in to again; its name and address are fixed. */
  readonly again?: string;
  readonly onConnected: (name: string) => void;
  readonly onCancel?: () => void;
}

interface Checked {
  readonly errors: ValidationErrors;
  /** Focuses the first field. */
  readonly focusFirstError: boolean;
}

export function ConnectForm({ initial, again, onConnected, onCancel }: ConnectFormProps): ReactElement {
  const key = again ?? "";
  const stored = useFleetdesk((state) => state.drafts[key]) ?? initial;
  const draft = again === undefined ? stored : signInDraftOf(stored, initial);
  const putDraft = useFleetdesk((state) => state.saveConnectDraft);
  const names = useFleetData("connections.list", {})?.connections?.map(({ name }) => name) ?? [];
  const needsKeychain = (useFleetData("keychain.get", {})?.state ?? "ready") !== "ready";
  const [{ errors: draftErrors, focusFirstError }, setChecked] = useState<Checked>({
    errors: {},
    focusFirstError: false,
  });
  const [folded, setFolded] = useState(true);
  const token = useSecret();
  const password = useSecret();
  const secret = draft.kind === "user" ? password : token;
  const { busy, failure, run, clearFailure } = useCall();
  const signInError = failure === undefined ? undefined : signInErrorOf(failure);
  const errors = signInError === undefined ? draftErrors : signInError.errors;
  const test = useConnectionTest();
  const form = useFirstErrorFocus(focusFirstError ? (failure ?? draftErrors) : undefined);

  useEffect(() => {
    // The button that opened the form is unmounted, so focus moves to the form.
    const inputs = form.current?.querySelectorAll<HTMLInputElement>("input:not([type=radio])") ?? [];
    [...inputs].find((input) => input.offsetParent !== null)?.focus();
  }, [form]);

  const change = (part: Partial<ConnectDraft>): void => {
    putDraft(key, { ...draft, ...part });
    if (part.options === undefined) clearFailure();
    if (part.kind !== undefined) setChecked({ errors: {}, focusFirstError: false });
    if (part.kind !== undefined || part.baseUrl !== undefined) test.reset();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const secretText = secret.read();
    const invalid = validationErrorsOf(draft, secretText.trim() !== "", again === undefined ? names : []);
    setChecked({ errors: invalid, focusFirstError: true });
    if (hasFields(optionErrorsOf(draft.options))) setFolded(false);
    if (hasFields(invalid) || needsKeychain) return;
    const name = draft.name.trim();
    void run(async () => {
      await fleet.connections.connect(requestOf(draft, secretText));
      token.clear();
      password.clear();
      putDraft(key, undefined);
      await reloadQueries("connections.list");
      onConnected(name);
    });
  };
  const startTest = (): void => {
    const invalid = baseUrlError(draft.baseUrl);
    setChecked({ errors: invalid === undefined ? {} : { baseUrl: invalid }, focusFirstError: true });
    if (invalid !== undefined) return;
    const secretText = secret.read();
    const isWhole = secretText.trim() !== "" && (draft.kind !== "user" || draft.username.trim() !== "");
    const baseUrl = draft.baseUrl.trim();
    test.start(baseUrl, () => fleet.diagnostics.testConnection(testOf(draft, isWhole ? secretText : undefined)));
  };
  const cancel = (): void => {
    putDraft(key, undefined);
    onCancel?.();
  };
  const Arrow = folded ? IconChevronRight : IconChevronDown;
  return (
    <form className={classes["form"]} noValidate onSubmit={submit} ref={form}>
      {again === undefined ? <ServiceFields draft={draft} errors={errors} onChange={change} /> : undefined}
      <UnencryptedAddress draft={draft} errors={errors} onChange={change} />
      <SecretFields
        draft={draft}
        errors={errors}
        onChange={change}
        onEdit={() => {
          const { secret: _mended, ...rest } = draftErrors;
          if (draftErrors.secret !== undefined) setChecked({ errors: rest, focusFirstError: false });
          clearFailure();
        }}
        password={password}
        token={token}
      />
      {again === undefined ? (
        <>
          <button aria-expanded={!folded} className={classes["fold"]} onClick={() => setFolded(!folded)} type="button">
            <Arrow aria-hidden="true" size={14} /> {t(($) => $.connections.options.advanced)}
          </button>
          {folded ? undefined : (
            <div className={classes["folded"]}>
              <OptionFields
                errors={errors}
                onChange={(part) => change({ options: { ...draft.options, ...part } })}
                options={draft.options}
              />
            </div>
          )}
        </>
      ) : undefined}
      <KeychainPanel />
      {signInError === undefined ? undefined : <SignInErrorCallout onTest={startTest} error={signInError} />}
      <div className="controls">
        <Button disabled={needsKeychain} loading={busy} type="submit" variant="filled">
          {again === undefined ? t(($) => $.connections.form.connect) : t(($) => $.connections.form.signIn)}
        </Button>
        <TestButton busy={test.busy} onClick={startTest} />
        {onCancel === undefined ? undefined : <Button onClick={cancel}>{t(($) => $.common.cancel)}</Button>}
      </div>
      <p className="muted">
        {needsKeychain ? t(($) => $.connections.form.needsKeychain) : t(($) => $.connections.form.testHelp)}
      </p>
      {test.result}
    </form>
  );
}

interface SignInErrorCalloutProps {
  readonly error: SignInError;
  readonly onTest: () => void;
}

/** Why the sign-in was rejected, inline, with the next step. */
function SignInErrorCallout({ error, onTest }: SignInErrorCalloutProps): ReactElement {
  const { title, sentence, remedy, worthTesting } = error;
  return (
    <Callout
      actions={
        worthTesting ? <Button onClick={onTest}>{t(($) => $.connections.signInError.runTest)}</Button> : undefined
      }
      title={title}
      tone="bad"
    >
      <p>{sentence}</p>
      {remedy === undefined ? undefined : <p className="muted">{remedy}</p>}
    </Callout>
  );
}

interface UnencryptedAddressProps {
  readonly draft: ConnectDraft;
  readonly errors: ValidationErrors;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
}

/** Warning for an unencrypted base URL; must be confirmed before a token is sent there. */
function UnencryptedAddress({ draft, errors, onChange }: UnencryptedAddressProps): ReactElement | undefined {
  if (!isUnencrypted(draft.baseUrl)) return undefined;
  return (
    <Callout title={t(($) => $.connections.unencrypted.title)} tone="waiting">
      <p>{t(($) => $.connections.unencrypted.help)}</p>
      <Checkbox
        checked={draft.allowUnencrypted}
        error={errors.allowUnencrypted}
        label={t(($) => $.connections.unencrypted.confirm)}
        onChange={(event) => onChange({ allowUnencrypted: event.currentTarget.checked })}
      />
    </Callout>
  );
}

interface ServiceFieldsProps {
  readonly draft: ConnectDraft;
  readonly errors: ValidationErrors;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
}

/** The base URL of the service, and the connection's local name, environment and permission to change. */
function ServiceFields({ draft, errors, onChange }: ServiceFieldsProps): ReactElement {
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
      <SafetyFields
        draft={draft.options}
        onChange={(part) => onChange({ options: { ...draft.options, ...part } })}
        practice={false}
      />
    </>
  );
}

interface SecretFieldsProps {
  readonly draft: ConnectDraft;
  readonly errors: ValidationErrors;
  readonly token: Secret;
  readonly password: Secret;
  readonly onChange: (part: Partial<ConnectDraft>) => void;
  readonly onEdit: () => void;
}

function SecretFields(props: SecretFieldsProps): ReactElement {
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
