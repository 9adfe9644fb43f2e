/** The connections of this computer: the list at the left, the selected one at the right. */
import { t, formatText } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf, type AsyncState } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Panel, Facts } from "../../ui/panel.tsx";
import { ConnectForm } from "./connect-form.tsx";
import {
  changedOptionsOf,
  editedFields,
  emptyDraft,
  draftOf,
  optionErrorsOf,
  type OptionsDraft,
  optionsDraftOf,
} from "./connect-draft.ts";
import classes from "./connections.module.css";
import { runAction, ActionButton, useActionCall } from "../../app/actions/run-action.tsx";
import { sync } from "../fleet/sync-actions.ts";
import { ProxyPanel } from "./proxy-panel.tsx";
import type { Connection } from "#shared/contract/connections/connections.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime } from "#shared/format.ts";
import {
  deleteConnection,
  switchConnection,
  practiceEndpoints,
  startSimulator,
  stopSimulator,
  signOut,
} from "./connection-actions.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { TestButton, useConnectionTest } from "./connection-test.tsx";
import { KeychainPanel } from "./keychain-panel.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EnvironmentBadge } from "../../ui/connection-tag.tsx";
import { hasFields } from "#shared/defined-fields.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { useFirstErrorFocus } from "../../ui/use-first-error-focus.ts";
import { useCall } from "../../ui/use-call.ts";
import { SafetyFields } from "./safety-fields.tsx";
import { OptionFields } from "./option-fields.tsx";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { useNow } from "../../ui/use-now.ts";
import { explain, sessionLifetimeText, identityLabel } from "./session-labels.ts";

export function ConnectionsSection(): ReactElement | undefined {
  const connections = useFleetQuery("connections.list", {});
  const address = useFleetdesk((state) => state.address);
  const { query } = address;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const all = dataOf(connections)?.connections;
  if (all === undefined) {
    if (connections.state !== "failed") return undefined;
    const again = (
      <Button onClick={() => void reloadQueries("connections.list")}>{t(($) => $.connections.list.reload)}</Button>
    );
    return <FailureNotice actions={again} failure={connections.failure} title={t(($) => $.connections.list.failed)} />;
  }
  const isNew = query["part"] === "new" || all.length === 0;
  const selected = all.find(({ name }) => name === query["connection"]) ?? all.find(({ current }) => current) ?? all[0];
  return (
    <div className={classes["section"]}>
      <div className={classes["list"]}>
        <ul aria-label={t(($) => $.connections.list.title)}>
          {all.map(({ name, baseUrl, current, practice, options }) => (
            <li key={name}>
              <button
                aria-current={!isNew && name === selected?.name ? "true" : undefined}
                onClick={() => setQuery({ connection: name, part: undefined })}
                type="button"
              >
                <b>{name}</b>
                <EnvironmentBadge connection={{ practice, options }} />
                {current ? (
                  <span className={classes["current"]}>{t(($) => $.connections.view.current)}</span>
                ) : undefined}
                <span className={classes["address"]}>{baseUrl}</span>
              </button>
            </li>
          ))}
        </ul>
        <Button
          leftSection={<IconPlus aria-hidden="true" size={14} stroke={1.6} />}
          onClick={() => setQuery({ part: "new", connection: undefined })}
        >
          {t(($) => $.connections.list.new)}
        </Button>
      </div>
      <div className={classes["selected"]}>
        {isNew ? (
          <Panel title={t(($) => $.connections.form.title)}>
            <ConnectForm
              initial={emptyDraft}
              onConnected={(name) => {
                // Unless another page or connection was opened during the call.
                if (useFleetdesk.getState().address === address)
                  setQuery({ part: undefined, connection: name }, { replace: true });
                void runAction(sync, { connection: name });
              }}
              onCancel={all.length === 0 ? undefined : () => setQuery({ part: undefined })}
            />
          </Panel>
        ) : selected === undefined ? undefined : (
          <ConnectionView connection={selected} key={selected.name} part={query["part"]} />
        )}
      </div>
      <div className={classes["practice"]}>
        <ProxyPanel />
        <PracticePanel />
      </div>
    </div>
  );
}

interface ConnectionViewProps {
  readonly connection: Connection;
  /** The open section: "sign-in", "options", "delete". */
  readonly part: string | undefined;
}

/** One connection: its session, its actions, and the section that is open. */
function ConnectionView({ connection, part }: ConnectionViewProps): ReactElement {
  const { name, baseUrl, kind, current, createdAt } = connection;
  const session = useFleetQuery("session.get", { connection: name }, { reloadOnOpen: true });
  const keychainState = useFleetData("keychain.get", {})?.state ?? "ready";
  const address = useFleetdesk((state) => state.address);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const test = useConnectionTest();

  const sessionData = dataOf(session);
  const open = (next: string | undefined): void => setQuery({ connection: name, part: next });
  /** Does nothing if another page or section was opened during a call. */
  const close = (): void => {
    if (useFleetdesk.getState().address === address) open(undefined);
  };
  const startTest = (): void =>
    test.start(baseUrl, () => fleet.diagnostics.testConnection({ baseUrl, connection: name }));
  return (
    <>
      <div className={classes["title"]}>
        <h2>{name}</h2>
        {current ? <StatusPill tone="good">{t(($) => $.connections.view.current)}</StatusPill> : undefined}
        <EnvironmentBadge connection={connection} />
        {connection.options.readOnly ? (
          <StatusPill tone="neutral">{t(($) => $.connections.environment.readOnly)}</StatusPill>
        ) : undefined}
      </div>
      {keychainState === "ready" || part === "sign-in" ? undefined : <KeychainPanel />}
      <SessionPanel
        onSignIn={() => open("sign-in")}
        connection={connection}
        session={session}
        signingIn={part === "sign-in"}
      />
      {part === "sign-in" && (sessionData !== undefined || session.state === "failed") ? (
        <Panel title={t(($) => $.connections.session.signInAgain)}>
          <ConnectForm
            again={name}
            initial={draftOf(connection, sessionData?.identity.username)}
            onCancel={close}
            onConnected={close}
          />
        </Panel>
      ) : undefined}
      {part === "options" ? <OptionsPanel connection={connection} onClose={close} /> : undefined}
      <Panel title={t(($) => $.common.connection)}>
        <Facts
          facts={[
            [
              t(($) => $.connections.fields.baseUrl),
              <span className="mono" key="address">
                {baseUrl}
              </span>,
            ],
            [
              t(($) => $.connections.fields.signInWith),
              kind === "user"
                ? t(($) => $.connections.view.userDeprecated)
                : t(($) => $.connections.fields.applicationToken),
            ],
            [t(($) => $.common.created), formatDateTime(createdAt)],
          ]}
        />
        <div className="controls">
          {current ? undefined : <ActionButton action={switchConnection} target={{ connection: name }} />}
          <TestButton busy={test.busy} onClick={startTest} />
          {part === "options" ? undefined : (
            <Button onClick={() => open("options")}>{t(($) => $.connections.view.editOptions)}</Button>
          )}
          <Button className={classes["danger"]} onClick={() => open("delete")}>
            {t(($) => $.connections.view.deleteMore)}
          </Button>
        </div>
        {test.result}
      </Panel>
      <DeleteConnectionDialog name={name} onClose={close} opened={part === "delete"} />
    </>
  );
}

interface DeleteConnectionDialogProps {
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Confirms deleting a connection, listing what is lost: the action cannot be undone. */
function DeleteConnectionDialog({ name, opened, onClose }: DeleteConnectionDialogProps): ReactElement {
  const call = useActionCall(deleteConnection, { connection: name });
  const close = (): void => {
    call.clearFailure();
    onClose();
  };
  const confirm = async (): Promise<void> => {
    if (await call.run({ connection: name })) onClose();
  };
  return (
    <ConfirmDialog
      call={call}
      connection={name}
      confirmation={
        opened
          ? {
              title: t(($) => $.connections.delete.title, { name }),
              summary: t(($) => $.connections.delete.intro),
              confirmLabel: t(($) => $.connections.delete.confirm),
              danger: true,
            }
          : undefined
      }
      failureTitle={t(($) => $.connections.delete.failed)}
      onClose={close}
      onConfirm={() => void confirm()}
      ready={call.disabledReason === undefined}
    >
      <ul className={classes["deletedData"]}>
        <li>{t(($) => $.connections.delete.tokens)}</li>
        <li>{t(($) => $.connections.delete.cache)}</li>
        <li>{t(($) => $.connections.delete.views)}</li>
        <li>{t(($) => $.connections.delete.drafts)}</li>
        <li>{t(($) => $.connections.delete.changes)}</li>
      </ul>
      <p>{t(($) => $.connections.delete.backups)}</p>
      <p>{t(($) => $.connections.delete.effect)}</p>
    </ConfirmDialog>
  );
}

interface OptionsPanelProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

function OptionsPanel({ connection, onClose }: OptionsPanelProps): ReactElement {
  const { name, options } = connection;
  const fields = useFleetdesk((state) => state.optionsDrafts[name]);
  const saveFields = useFleetdesk((state) => state.saveOptionsDraft);
  const draft = { ...optionsDraftOf(options), ...fields };
  const [errors, setErrors] = useState<ReturnType<typeof optionErrorsOf>>({});
  const form = useFirstErrorFocus(errors);
  const { busy, failure, run } = useCall();
  // During a request all stay: one set back to the former value differs from the value being saved.
  const change = (part: Partial<OptionsDraft>): void =>
    saveFields(name, busy ? { ...fields, ...part } : editedFields({ ...fields, ...part }, options));
  const end = (): void => {
    saveFields(name, undefined);
    onClose();
  };
  const save = (): void => {
    const nextErrors = optionErrorsOf(draft);
    setErrors(nextErrors);
    if (hasFields(nextErrors)) return;
    void run(async () => {
      const saved = changedOptionsOf(fields ?? {}, options);
      await fleet.connections.setOptions({ connection: name, options: saved });
      await reloadQueries("connections.list");
      const submittedFields: Readonly<Record<string, unknown>> = fields ?? {};
      const currentFields = Object.entries(useFleetdesk.getState().optionsDrafts[name] ?? {});
      // What was submitted is saved, in its normal notation.
      const changedFields = currentFields.filter(([field, value]) => value !== submittedFields[field]);
      const remainingFields = editedFields(Object.fromEntries(changedFields), { ...options, ...saved });
      if (remainingFields === undefined) end();
      else saveFields(name, remainingFields);
    });
  };
  return (
    <Panel title={t(($) => $.connections.options.title)}>
      <form
        className={classes["form"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        ref={form}
      >
        <SafetyFields draft={draft} onChange={change} practice={connection.practice} />
        <OptionFields errors={errors} onChange={change} options={draft} />
        <FailureCallout failure={failure} title={t(($) => $.connections.options.failed)} />
        <div className="controls">
          <Button loading={busy} type="submit" variant="filled">
            {t(($) => $.connections.options.save)}
          </Button>
          <Button onClick={end}>{t(($) => $.common.cancel)}</Button>
        </div>
      </form>
    </Panel>
  );
}

function PracticePanel(): ReactElement {
  const practice = useFleetData("practice.get", {});
  const action = practice?.state === "running" ? stopSimulator : startSimulator;
  const target = { onStarted: (connection: string) => void runAction(sync, { connection }) };
  const { busy, failure, disabledReason, run } = useActionCall(action, target);
  const isRunning = practice?.state === "running";
  const isStarting = practice?.state === "starting" || (busy && !isRunning);
  return (
    <Panel
      aside={
        isRunning ? (
          <StatusPill tone="good">{t(($) => $.common.on)}</StatusPill>
        ) : (
          <StatusPill tone={isStarting ? "waiting" : "neutral"}>
            {isStarting ? t(($) => $.connections.practice.pillStarting) : t(($) => $.common.off)}
          </StatusPill>
        )
      }
      title={t(($) => $.connections.practice.title)}
    >
      <p>
        {isRunning
          ? t(($) => $.connections.practice.running, { count: practice.endpoints ?? practiceEndpoints })
          : t(($) => $.connections.practice.about)}
      </p>
      <FailureCallout failure={failure} />
      <div className="controls">
        <Button
          disabled={disabledReason !== undefined}
          loading={isRunning ? busy : isStarting}
          onClick={() => void run(target)}
          title={disabledReason}
        >
          {isRunning ? t(($) => $.connections.practice.stop) : t(($) => $.connections.practice.start)}
        </Button>
      </div>
    </Panel>
  );
}

interface SessionPanelProps {
  readonly session: AsyncState<SessionState> | undefined;
  readonly connection: Connection;
  readonly signingIn: boolean;
  readonly onSignIn: () => void;
}

function SessionPanel(props: SessionPanelProps): ReactElement | undefined {
  const { session, connection, signingIn, onSignIn } = props;
  const state = session === undefined ? undefined : dataOf(session);
  const now = useNow();
  if (state === undefined) {
    if (session?.state !== "failed") return undefined;
    return <FailureCallout failure={session.failure} title={t(($) => $.connections.session.notLoaded)} />;
  }
  const signedIn = state.state === "signed-in";
  return (
    <Panel aside={<SessionPill state={state} />} title={t(($) => $.connections.session.title)}>
      <SessionReason session={state} />
      {signedIn ? (
        <Facts
          facts={[
            [
              t(($) => $.connections.session.signedInAs),
              <span key="who" translate={identityLabel(state) === undefined ? undefined : "no"}>
                {identityLabel(state) ?? t(($) => $.connections.session.unknownUser)}
              </span>,
            ],
            [t(($) => $.connections.session.validity), sessionLifetimeText(state, now)],
            [t(($) => $.connections.session.storage), t(($) => $.connections.session.protection[state.protection])],
          ]}
        />
      ) : undefined}
      {/* Practice mode signs in to its simulator itself. */}
      {connection.practice ? (
        <p className="muted">{t(($) => $.connections.session.practiceHelp)}</p>
      ) : (
        <div className="controls">
          {signingIn || state.reason === "keychain-closed" ? undefined : (
            <Button onClick={onSignIn} variant={signedIn ? "default" : "filled"}>
              {state.reason === "never-signed-in"
                ? t(($) => $.connections.session.signInMore)
                : t(($) => $.connections.session.signInAgainMore)}
            </Button>
          )}
          {signedIn ? <ActionButton action={signOut} target={{ connection: connection.name }} /> : undefined}
        </div>
      )}
    </Panel>
  );
}

function SessionPill({ state }: { readonly state: SessionState }): ReactElement {
  if (state.state === "signed-out")
    return <StatusPill tone="bad">{t(($) => $.connections.session.state.signedOut)}</StatusPill>;
  return state.reason === undefined ? (
    <StatusPill tone="good">{t(($) => $.connections.session.state.signedIn)}</StatusPill>
  ) : (
    <StatusPill tone="waiting">{t(($) => $.connections.session.state.renewalFailing)}</StatusPill>
  );
}

function SessionReason({ session }: { readonly session: SessionState }): ReactElement | undefined {
  const { reason, message } = session;
  if (reason === undefined) return message === undefined ? undefined : <p>{formatText(message)}</p>;
  const { text: explanation, remedy, more } = explain(reason);
  return (
    <div>
      <p>{explanation}</p>
      {message === undefined || more === undefined ? undefined : <p className="muted">{formatText(message)}</p>}
      <p>{remedy}</p>
    </div>
  );
}
