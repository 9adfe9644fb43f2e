/**
 * Creates a data stream in three steps. The draft is stored until the stream is created; main validates it and sends exactly the
 * requests that were shown.
 */
import { formatText, t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../../app/actions/run-action.tsx";
import { Button, Checkbox, Radio } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useMemo, useRef } from "react";
import type { Policy, StreamPreview } from "#shared/contract/network/streams.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { fleet } from "../../../lib/fleet.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Spacer } from "../../../ui/page-frame/page.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import classes from "./streams.module.css";
import { destinationHelp } from "./stream-labels.ts";
import {
  emptyStream,
  formOf,
  isEmpty,
  readStreamDraft,
  type Step,
  stepOfField,
  type StreamDraft,
  streamDraftName,
} from "./stream-draft.ts";
import { type DraftForm, useDraftForm } from "../../../app/store/use-draft-form.ts";
import { callbackFields } from "./callback.tsx";
import { FailureNotice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { DestinationKind, StreamContent } from "#shared/contract/network/stream-schemas.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { contentLabels, destinationLabels } from "#shared/rules/stream-labels.ts";
import { byField, fieldOf } from "../../../lib/field-failure.ts";
import { type AsyncState, dataOf } from "../../../lib/async-state.ts";
import { Callout, FailureCallout } from "../../../ui/callout.tsx";
import { SendBlocker } from "../../../ui/send-blocker.tsx";
import { useConnection } from "../../../data/connection.ts";
import { CodeText } from "./code-text.tsx";
import { CreationResult, FormFields, useCreation, useForgottenResults } from "../creation-form.tsx";
import type { NetworkResult } from "../network-slice.ts";
import { createStream } from "./stream-actions.ts";

const steps: readonly { readonly id: Step; readonly title: string }[] = [
  { id: "destination", title: t(($) => $.network.streams.form.destinationStep) },
  { id: "target", title: t(($) => $.network.streams.form.targetStep) },
  { id: "review", title: t(($) => $.network.streams.form.reviewStep) },
];

function stepOf(text: string | undefined): Step {
  return steps.find(({ id }) => id === text)?.id ?? "destination";
}

/** Draft of a data stream for the current connection; `hasDraft`: a text was entered. */
export function useStreamDraft(): DraftForm<StreamDraft> {
  const form = useDraftForm("streams", streamDraftName, emptyStream, readStreamDraft);
  return { ...form, hasDraft: !isEmpty(form.values) };
}

export function StreamForm(): ReactElement {
  const streamDraft = useStreamDraft();
  const { values: draft, update: type, clear, hasDraft: isStarted } = streamDraft;
  const step = useFleetdesk((state) => stepOf(state.address.query["step"]));
  const setQuery = useFleetdesk((state) => state.setQuery);
  const callbacks = useFleetData("streams.callbacks", {});
  const streams = useFleetData("streams.list", {});
  const { busy, failure, run, clearFailure } = useCall();
  const body = useRef<HTMLFormElement>(null);
  const form = useMemo(() => formOf(draft), [draft]);
  const creation = useCreation(createStream, "stream", { form, fingerprint: "" }, streamDraft);
  useForgottenResults("new", "stream");
  const { result } = creation;
  // Reloaded when the cached lists change, since a cached callback is reused, and when the service had changed after the last preview.
  const loadPreview = useCallback(
    (signal: AbortSignal) => fleet.streams.preview({ form }, signal),
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [form, callbacks, streams, result?.outcome === "moved"],
  );
  const preview = useAsyncState(loadPreview);
  const ownFailure = failure ?? creation.failure;
  const visibleFailure = ownFailure ?? (step === "review" && preview.state === "failed" ? preview.failure : undefined);
  const wrong = fieldOf(visibleFailure);
  const errors = byField(visibleFailure);
  useEffect(() => {
    if (wrong !== undefined) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong, step, ownFailure]);
  const put = (change: Partial<StreamDraft>): void => {
    type(change);
    creation.clear();
    clearFailure();
  };
  const goTo = (to: Step): void => setQuery({ step: to });
  const next = (): void =>
    void run(async () => {
      if (step === "target") await fleet.streams.preview({ form });
      goTo(step === "destination" ? "target" : "review");
    });
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (step !== "review") next();
      }}
      ref={body}
    >
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{t(($) => $.network.streams.list.new)}</h2>
        <Steps onGo={goTo} step={step} />
      </div>
      {step === "destination" ? <DestinationStep errors={errors} put={put} draft={draft} /> : undefined}
      {step === "target" ? <TargetStep errors={errors} put={put} draft={draft} /> : undefined}
      {step === "review" ? (
        <StreamReview
          busy={creation.busy}
          failure={ownFailure}
          onGo={goTo}
          onSend={(fingerprint, allowSame) => creation.create(allowSame, { form, fingerprint })}
          preview={preview}
          result={result}
        />
      ) : undefined}
      <div className={`${classes["actions"]} ${classes["foot"]}`}>
        {step === "destination" ? undefined : (
          <Button onClick={() => goTo(step === "review" ? "target" : "destination")}>{t(($) => $.common.back)}</Button>
        )}
        {step === "review" ? undefined : (
          <Button loading={busy} type="submit" variant="filled">
            {t(($) => $.common.next)}
          </Button>
        )}
        <Spacer />
        {isStarted ? (
          <Button onClick={() => (clear(), goTo("destination"))}>{t(($) => $.network.streams.form.discard)}</Button>
        ) : undefined}
      </div>
    </form>
  );
}

function Steps({ step, onGo }: { readonly step: Step; readonly onGo: (step: Step) => void }): ReactElement {
  return (
    <nav aria-label={t(($) => $.network.streams.form.steps)}>
      <ol className={classes["steps"]}>
        {steps.map(({ id, title }, index) => (
          <li key={id}>
            <button aria-current={id === step ? "step" : undefined} onClick={() => onGo(id)} type="button">
              {t(($) => $.network.streams.form.step, { number: index + 1, title })}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const destinations = Object.keys(destinationLabels) as readonly DestinationKind[];
const contents = Object.keys(contentLabels) as readonly StreamContent[];

/** First step: destination, content, and start of the data. */
function DestinationStep({ draft, put, errors }: StepProps): ReactElement {
  const takesAll = draft.destination === "rest-api";
  return (
    <>
      <Radio.Group
        label={t(($) => $.network.streams.destination.label)}
        onChange={(value) => put({ destination: value })}
        value={draft.destination}
      >
        <div className={classes["choices"]}>
          {destinations.map((kind) => (
            <Radio description={destinationHelp[kind]} key={kind} label={destinationLabels[kind]} value={kind} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group
        description={takesAll ? undefined : t(($) => $.network.streams.content.fixed)}
        error={errors["content"]}
        label={t(($) => $.network.streams.content.label)}
        onChange={(value) => put({ content: value })}
        value={takesAll ? draft.content : "usage-and-events"}
      >
        <div className={classes["choices"]}>
          {contents.map((content) => (
            <Radio
              disabled={!takesAll && content === "events"}
              key={content}
              label={contentLabels[content]}
              value={content}
            />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        checked={draft.historic}
        description={t(($) => $.network.streams.form.historicHelp)}
        label={t(($) => $.network.streams.detail.historic)}
        onChange={({ currentTarget }) => put({ historic: currentTarget.checked })}
      />
    </>
  );
}

interface StepProps {
  readonly draft: StreamDraft;
  readonly put: (change: Partial<StreamDraft>) => void;
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string>>;
}

function TargetStep(props: StepProps): ReactElement {
  const { draft, put, errors } = props;
  const { destination } = draft;
  if (destination === "rest-api") return <CallbackChoice {...props} />;
  const isBucket = destination === "object-storage";
  return (
    <>
      <FormFields
        errors={errors}
        fields={[
          {
            name: "role",
            label: t(($) => $.network.streams.form.role),
            help: t(($) => $.network.streams.form.roleHelp),
            placeholder: "arn:aws:iam::123456789012:role/fleet-delivery",
          },
        ]}
        onChange={put}
        values={draft}
      />
      <div className={classes["row"]}>
        <FormFields
          errors={errors}
          fields={[
            {
              name: "region",
              label: t(($) => $.network.streams.form.region),
              help: isBucket
                ? t(($) => $.network.streams.form.bucketRegionHelp)
                : t(($) => $.network.streams.form.streamRegionHelp),
              placeholder: "eu-west-1",
            },
            {
              name: "name",
              label: isBucket
                ? t(($) => $.network.streams.form.bucketName)
                : t(($) => $.network.streams.form.streamName),
              help: t(($) => $.network.streams.form.nameHelp),
              placeholder: isBucket ? "fleet-data" : "fleet-events",
            },
          ]}
          onChange={put}
          values={draft}
        />
      </div>
      <TrustPanel destination={destination} draft={draft} put={put} />
    </>
  );
}

const kinds = ["existing", "new", "inline"] as const;

/** For a REST stream: an existing API callback, or the URL of a new one. */
function CallbackChoice({ draft, put, errors }: StepProps): ReactElement {
  const isExisting = draft.callbackIs === "existing";
  return (
    <>
      <Radio.Group
        label={t(($) => $.network.streams.form.callback)}
        onChange={(value) => put({ callbackIs: kinds.find((kind) => kind === value) ?? "existing" })}
        value={draft.callbackIs}
      >
        <div className={classes["choices"]}>
          <Radio
            description={t(($) => $.network.streams.form.existingHelp)}
            label={t(($) => $.network.streams.form.existing)}
            value="existing"
          />
          <Radio
            description={t(($) => $.network.streams.form.newUrlHelp)}
            label={t(($) => $.network.streams.form.newUrl)}
            value="new"
          />
          <Radio
            description={t(($) => $.network.streams.form.inlineHelp)}
            label={t(($) => $.network.streams.form.inline)}
            value="inline"
          />
        </div>
      </Radio.Group>
      <FormFields
        errors={isExisting ? errors : { url: errors["url"] ?? errors["callback"], purpose: errors["purpose"] }}
        fields={isExisting ? existingFields : callbackFields}
        onChange={put}
        values={draft}
      />
    </>
  );
}

const existingFields = [
  { name: "callback", label: t(($) => $.network.streams.form.callbackId), input: "callback" },
] as const;

interface TrustPanelProps extends Pick<StepProps, "draft" | "put"> {
  readonly destination: "object-storage" | "cloud-stream";
}

/** Explains the trust relationship, with policies to copy, generated from the current, possibly incomplete draft. */
function TrustPanel({ destination, draft, put }: TrustPanelProps): ReactElement {
  const { role, region, name, principal, organisation } = draft;
  const trustState = useAsyncState(
    useCallback(
      (signal) => {
        const organisationOption = organisation.trim() === "" ? {} : { organisation };
        return fleet.streams.trust({ destination, role, region, name, principal, ...organisationOption }, signal);
      },
      [destination, role, region, name, principal, organisation],
    ),
  );
  const trust = dataOf(trustState);
  return (
    <Panel title={t(($) => $.network.streams.trust.title)}>
      {trustState.state === "failed" && trust === undefined ? (
        <FailureNotice failure={trustState.failure} />
      ) : undefined}
      <ol className={classes["trustSteps"]}>
        {trust?.steps.map((step) => (
          <li key={step.code}>{formatText(step)}</li>
        ))}
      </ol>
      <div className={classes["row"]}>
        <FormFields
          errors={{
            principal: errorText(trust?.errors.principal),
            organisation: errorText(trust?.errors.organisation),
          }}
          fields={[
            {
              name: "principal",
              label: t(($) => $.network.streams.trust.principal),
              help: t(($) => $.network.streams.trust.principalHelp),
            },
            {
              name: "organisation",
              label: t(($) => $.network.streams.trust.organisation),
              help: t(($) => $.network.streams.trust.organisationHelp),
              placeholder: organisation === "" ? (trust?.externalId?.replace(/^org-/, "") ?? "") : "",
            },
          ]}
          onChange={put}
          values={draft}
        />
      </div>
      {trust === undefined ? undefined : (
        <>
          <PolicyText
            label={t(($) => $.network.streams.trust.trustPolicy)}
            policy={trust.trust}
            title={t(($) => $.network.streams.trust.trustPolicyTitle)}
          />
          <PolicyText
            label={t(($) => $.network.streams.trust.permissionPolicy)}
            policy={trust.permission}
            title={t(($) => $.network.streams.trust.permissionPolicyTitle)}
          />
        </>
      )}
    </Panel>
  );
}

function errorText(text: CodedText | undefined): string | undefined {
  return text === undefined ? undefined : formatText(text);
}

function PolicyText({
  label,
  title,
  policy: { text, missing },
}: {
  readonly label: string;
  readonly title: string;
  readonly policy: Policy;
}): ReactElement {
  return (
    <div>
      <CodeText label={label} text={text} title={title} />
      {missing.map((one) => (
        <p className="muted" key={one.code}>
          {t(($) => $.network.streams.trust.toComplete, { text: formatText(one) })}
        </p>
      ))}
    </div>
  );
}

interface StreamReviewProps {
  readonly preview: AsyncState<StreamPreview>;
  readonly busy: boolean;
  /** Failure of the creation request. */
  readonly failure: Failure | undefined;
  readonly result: NetworkResult | undefined;
  readonly onGo: (step: Step) => void;
  /** With the fingerprint of the requests that are shown. */
  readonly onSend: (fingerprint: string, allowSame: boolean) => void;
}

/** Third step: the exact requests, their warnings, and the send button. */
function StreamReview({ preview, busy, failure, result, onGo, onSend }: StreamReviewProps): ReactElement {
  const connection = useConnection()?.name ?? "";
  const blocker = useSendBlocker();
  if (preview.state === "failed") {
    return <StepError failure={preview.failure} onGo={onGo} title={t(($) => $.network.streams.review.notReady)} />;
  }
  const checked = dataOf(preview);
  if (checked === undefined) return <p className="muted">{t(($) => $.network.streams.review.checking)}</p>;
  const { requests, fingerprint, reused, warnings } = checked;
  return (
    <>
      <p>
        {requests.length === 1 ? t(($) => $.network.streams.review.one) : t(($) => $.network.streams.review.several)}
      </p>
      {requests.map(({ method, path, body }, index) => (
        <CodeText
          key={path}
          label={t(($) => $.network.streams.review.request, { number: index + 1 })}
          text={body}
          title={t(($) => $.network.streams.review.requestTitle, { number: index + 1, method, path })}
        />
      ))}
      {reused === undefined ? undefined : (
        <Callout tone="neutral">
          <p>{formatText(reused.message)}</p>
        </Callout>
      )}
      {warnings.length === 0 ? undefined : (
        <Callout title={t(($) => $.network.streams.review.warnings)} tone="waiting">
          {warnings.map(({ field, message }) => (
            <p key={`${field} ${message.code}`}>{formatText(message)}</p>
          ))}
        </Callout>
      )}
      {failure === undefined ? undefined : (
        <StepError failure={failure} onGo={onGo} title={t(($) => $.network.streams.review.notCreated)} />
      )}
      {result === undefined ? undefined : (
        <CreationResult busy={busy} onCreateAnyway={() => onSend(fingerprint, true)} result={result} />
      )}
      <div className={classes["actions"]}>
        <Button
          disabled={blocker !== undefined || preview.state !== "ready"}
          loading={busy}
          onClick={() => onSend(fingerprint, false)}
          variant="filled"
        >
          {t(($) => $.network.streams.review.create)}
        </Button>
        <SendBlocker reason={blocker} />
        <span className="muted">
          {failure === undefined && result === undefined
            ? t(($) => $.network.streams.review.connectionNotSent, { connection })
            : t(($) => $.network.streams.review.connection, { connection })}
        </span>
      </div>
    </>
  );
}

function StepError({
  failure,
  title,
  onGo,
}: {
  readonly failure: Failure;
  readonly title: string;
  readonly onGo: (step: Step) => void;
}): ReactElement {
  const field = fieldOf(failure);
  const step = field === undefined ? undefined : steps.find(({ id }) => id === stepOfField(field));
  return (
    <FailureCallout
      actions={
        step === undefined ? undefined : (
          <Button onClick={() => onGo(step.id)}>
            {t(($) => $.network.streams.review.goToStep, { step: step.title })}
          </Button>
        )
      }
      failure={failure}
      hasCode
      title={title}
    />
  );
}
