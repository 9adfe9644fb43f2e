/** The proxies of this network and their sign-ins; shows nothing where no proxy is used. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Proxy } from "#shared/contract/connections/proxy.ts";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { useFleetData } from "../../data/fleet-query.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { signInToProxy, signOutOfProxy } from "./connection-actions.ts";
import classes from "./connections.module.css";
import { SecretInput } from "./secret-input.tsx";
import { useSecret } from "./use-secret.ts";

export function ProxyPanel(): ReactElement | undefined {
  const proxies = useFleetData("proxy.list", {})?.proxies ?? [];
  if (proxies.length === 0) return undefined;
  return (
    <Panel title={t(($) => $.connections.proxy.title)}>
      {proxies.map((proxy) => (
        <ProxyView key={proxy.proxy} proxy={proxy} />
      ))}
    </Panel>
  );
}

function ProxyView({ proxy: { proxy, username, rejected } }: { readonly proxy: Proxy }): ReactElement {
  const signOut = useActionCall(signOutOfProxy, { proxy });
  if (rejected) return <ProxySignIn proxy={proxy} username={username} />;
  if (username === undefined) return <p>{t(($) => $.connections.proxy.open, { proxy })}</p>;
  return (
    <>
      <p>{t(($) => $.connections.proxy.signedIn, { proxy, username })}</p>
      <FailureCallout failure={signOut.failure} />
      <div className="controls">
        <Button loading={signOut.busy} onClick={() => void signOut.run({ proxy })}>
          {t(($) => $.connections.proxy.signOut)}
        </Button>
      </div>
    </>
  );
}

interface ProxySignInProps {
  readonly proxy: string;
  /** That the proxy rejected. */
  readonly username: string | undefined;
}

function ProxySignIn({ proxy, username }: ProxySignInProps): ReactElement {
  const [name, setName] = useState(username ?? "");
  const [incomplete, setIncomplete] = useState(false);
  const password = useSecret();
  const { busy, failure, run } = useActionCall(signInToProxy, { proxy, username: name, password: "" });
  const submit = async (): Promise<void> => {
    setIncomplete(name === "");
    if (name !== "" && (await run({ proxy, username: name, password: password.read() }))) password.clear();
  };
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Callout title={t(($) => $.connections.proxy.required)} tone="waiting">
        <p>{t(($) => $.connections.proxy.requiredHelp, { proxy })}</p>
      </Callout>
      <TextInput
        autoComplete="off"
        error={incomplete && name === "" ? t(($) => $.connections.validation.usernameMissing) : undefined}
        label={t(($) => $.connections.fields.username)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        value={name}
      />
      <SecretInput
        error={failure && formatText(failure.text)}
        label={t(($) => $.connections.fields.password)}
        onEdit={() => undefined}
        secret={password}
        showLabel={t(($) => $.connections.fields.showPassword)}
      />
      <div className="controls">
        <Button loading={busy} type="submit" variant="filled">
          {t(($) => $.connections.proxy.signIn)}
        </Button>
      </div>
    </form>
  );
}
