/** The three options if the system has no keychain: a file with a passphrase, this session only, retry. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { chooseKeychain } from "./connection-actions.ts";
import { EnterSubmits } from "./enter-submits.tsx";
import { SecretInput } from "./secret-input.tsx";
import { useSecret } from "./use-secret.ts";

export interface KeychainChoicesProps {
  /** Why the system's keychain cannot be used. */
  readonly problem: CodedText | undefined;
  /** Replaces the default title if an option was selected before. */
  readonly title?: string;
  /** What the selection does not affect. */
  readonly note?: string;
}

/** The keychain's original error message, for troubleshooting. */
export function SystemProblem({ problem }: { readonly problem: CodedText | undefined }): ReactElement | undefined {
  if (problem === undefined) return undefined;
  return (
    <details>
      <summary>{t(($) => $.connections.keychain.systemDetails)}</summary>
      <p className="mono">{formatText(problem)}</p>
    </details>
  );
}

export function KeychainChoices({ problem, title, note }: KeychainChoicesProps): ReactElement {
  const { busy, failure, disabledReason, run } = useActionCall(chooseKeychain, { protection: "system" });
  const [withFile, setWithFile] = useState(false);
  const unavailable = { disabled: busy || disabledReason !== undefined, title: disabledReason };
  const choose = (protection: "system" | "memory"): void => void run({ protection });
  return (
    <Callout title={title ?? t(($) => $.connections.keychain.noSystem)} tone="waiting">
      {note === undefined ? undefined : <p>{note}</p>}
      <p>{t(($) => $.connections.keychain.choiceHelp)}</p>
      <div className="controls">
        <Button {...unavailable} aria-expanded={withFile} onClick={() => setWithFile(!withFile)} variant="filled">
          {t(($) => $.connections.keychain.useFile)}
        </Button>
        <Button {...unavailable} onClick={() => choose("memory")}>
          {t(($) => $.connections.keychain.useMemory)}
        </Button>
        <Button {...unavailable} onClick={() => choose("system")}>
          {t(($) => $.connections.keychain.trySystem)}
        </Button>
      </div>
      <SystemProblem problem={problem} />
      {withFile ? <KeychainPassphrase /> : undefined}
      <FailureCallout failure={failure} title={t(($) => $.connections.keychain.choiceFailed)} />
    </Callout>
  );
}

// Sets a passphrase for the encrypted token file, entered twice.

/** Minimum length in the contract. */
const minLength = 8;

function KeychainPassphrase(): ReactElement {
  const first = useSecret();
  const second = useSecret();
  const { busy, failure, run } = useActionCall(chooseKeychain, { protection: "file", passphrase: "" });
  const [error, setError] = useState<{ readonly at: "first" | "second"; readonly sentence: string }>();

  const submit = async (): Promise<void> => {
    const passphrase = first.read();
    if (passphrase.length < minLength) {
      setError({
        at: "first",
        sentence: t(($) => $.connections.validation.passphraseTooShort, { limit: minLength }),
      });
      first.focus();
    } else if (passphrase !== second.read()) {
      setError({ at: "second", sentence: t(($) => $.connections.validation.passphrasesDiffer) });
      second.focus();
    } else if (await run({ protection: "file", passphrase })) {
      first.clear();
      second.clear();
    }
  };
  const sentence = error?.at === "first" ? error.sentence : failure && formatText(failure.text);
  return (
    <EnterSubmits onSubmit={() => void submit()}>
      <SecretInput
        description={t(($) => $.connections.keychain.passphraseHelp)}
        error={sentence}
        label={t(($) => $.connections.keychain.passphrase)}
        onEdit={() => setError(undefined)}
        secret={first}
        showLabel={t(($) => $.connections.fields.showPassphrase)}
      />
      <SecretInput
        error={error?.at === "second" ? error.sentence : undefined}
        label={t(($) => $.connections.keychain.confirmPassphrase)}
        onEdit={() => setError(undefined)}
        secret={second}
        showLabel={t(($) => $.connections.fields.showConfirmation)}
      />
      <div className="controls">
        <Button loading={busy} onClick={() => void submit()}>
          {t(($) => $.connections.keychain.createFile)}
        </Button>
      </div>
    </EnterSubmits>
  );
}
