/** Step 3, rollout and limits. Each block summarizes its settings in one line and opens for editing. */
import { t } from "#shared/texts/text.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactElement, type ReactNode, useState } from "react";
import type { Amount, Gate, StopRule, Stratum, WavePlan } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatPercent } from "#shared/format.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { emptyBody, stopRuleOf, usualConcurrency, usualWatchHours } from "./draft-body.ts";
import { issueOf, issuesOf, numberNames } from "./draft-issues.ts";
import { formatNumberInput } from "../../../lib/parse-number.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import { formatSchedule } from "./schedule-time.ts";
import { TestSend } from "./test-send.tsx";
import classes from "./wizard.module.css";
import { formatRollout, formatSpeed, joinFacts, stratumLabels } from "./plan-text.ts";
import { NumberField } from "./number-field.tsx";
import type { DraftChange } from "./wizard-slice.ts";
import { Checkbox, Radio, SegmentedControl, Select, Switch } from "@mantine/core";
import { definedFields, hasFields } from "#shared/defined-fields.ts";

export function SafetyStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  return (
    <div className={classes["single"]}>
      <Block path="test" summary={t(($) => $.planning.safety.testSummary)} title={t(($) => $.planning.safety.test)}>
        <TestSend />
      </Block>
      <Block path="rollout" summary={formatRollout(body.rollout)} title={t(($) => $.planning.safety.rollout)}>
        <RolloutFields />
      </Block>
      <Block
        path="rate"
        summary={formatSpeed(body.rate, body.concurrency ?? usualConcurrency)}
        title={t(($) => $.planning.safety.speed)}
      >
        <SpeedFields />
      </Block>
      <Block path="stopRule" summary={formatStopRule(stopRuleOf(body))} title={t(($) => $.planning.safety.pauseRules)}>
        <StopFields />
      </Block>
      <Block path="schedule" summary={formatSchedule(body.schedule)} title={t(($) => $.planning.safety.schedule)}>
        <ScheduleFields />
      </Block>
      <Block path="watchHours" summary={formatTracking(body)} title={t(($) => $.planning.safety.afterSending)}>
        <WatchFields />
      </Block>
    </div>
  );
}

export function formatStopRule({ outageLimitMinutes: limit, ...rule }: StopRule): string {
  const { refusedShare: rejectedShare, minimumAttempts, consecutive, forbidden } = rule;
  return joinFacts([
    t(($) => $.planning.safety.rejectedRule, { share: formatPercent(rejectedShare), attempts: minimumAttempts }),
    t(($) => $.planning.safety.consecutiveRule, { errors: consecutive }),
    t(($) => $.planning.safety.forbiddenRule, { errors: forbidden }),
    limit === 0
      ? t(($) => $.planning.safety.outageRuleAtOnce)
      : t(($) => $.planning.safety.outageRule, { hours: formatNumberInput(limit / 60) }),
  ]);
}

function formatTracking({ watchHours = usualWatchHours, whenNotListed }: DraftBody): string {
  return joinFacts([
    watchHours === 0
      ? t(($) => $.planning.safety.noTracking)
      : t(($) => $.planning.safety.tracking, { hours: formatNumberInput(watchHours) }),
    whenNotListed === "ask" ? t(($) => $.planning.safety.notSentConfirm) : t(($) => $.planning.safety.notSentRetry),
  ]);
}

interface BlockProps {
  /** Prefix of the paths of its fields. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly children: ReactNode;
}

function Block({ path, title, summary, children }: BlockProps): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const paths = path === "rate" ? ["rate", "concurrency"] : [path];
  const issues = issuesOf(body).filter(
    ({ step, field }) => step === "safety" && paths.some((one) => field === one || field.startsWith(`${one}.`)),
  );
  const isRequested = useFleetdesk((state) => state.address.query["block"] === path);
  const setQuery = useFleetdesk((state) => state.setQuery);
  // Initially open if the block has an issue, or when an action requests it; else only the user opens and closes it.
  const [opened, setOpened] = useState(issues.length > 0 || isRequested);
  const [wasRequested, setWasRequested] = useState(isRequested);
  if (isRequested !== wasRequested) {
    setWasRequested(isRequested);
    if (isRequested) setOpened(true);
  }
  const toggle = (open: boolean): void => {
    setOpened(open);
    if (isRequested && !open) setQuery({ block: undefined }, { replace: true });
  };
  return (
    <details className={classes["block"]} onToggle={({ currentTarget }) => toggle(currentTarget.open)} open={opened}>
      <summary>
        <IconChevronRight aria-hidden="true" size={14} />
        <b>{title}</b>
        <span className="muted">{summary}</span>
        {issues.map(({ field, message }) => (
          <span className={classes["bad"]} key={field}>
            {message}
          </span>
        ))}
      </summary>
      <div className={classes["content"]}>{children}</div>
    </details>
  );
}

/** Rate and concurrency of a campaign. */
function SpeedFields(): ReactElement {
  const rate = useFleetdesk((state) => state.wizard?.body.rate);
  const concurrency = useFleetdesk((state) => state.wizard?.body.concurrency);
  return (
    <div className={classes["row"]}>
      <NumberField
        change={(value) => ({ rate: value === undefined ? undefined : value / 60 })}
        description={t(($) => $.planning.fields.rateHelp)}
        field="rate"
        max={600_000}
        mayBeEmpty
        min={0.1}
        value={rate === undefined ? undefined : rate * 60}
      />
      <NumberField
        change={(value) => ({ concurrency: value })}
        description={t(($) => $.planning.fields.concurrencyHelp)}
        field="concurrency"
        max={512}
        mayBeEmpty
        min={1}
        placeholder={String(usualConcurrency)}
        value={concurrency}
        whole
      />
    </div>
  );
}

/** Conditions that pause a campaign automatically. */
function StopFields(): ReactElement {
  const written = useFleetdesk((state) => state.wizard?.body.stopRule);
  const rule = stopRuleOf(written === undefined ? {} : { stopRule: written });
  const put = (change: Partial<StopRule>): DraftChange => ({ stopRule: { ...written, ...change } });
  return (
    <>
      <p className="muted">{t(($) => $.planning.safety.pauseRulesHelp)}</p>
      <div className={classes["row"]}>
        <NumberField
          change={(value) => (value === undefined ? {} : put({ refusedShare: value / 100 }))}
          description={t(($) => $.planning.fields.rejectedShareHelp)}
          field="stopRule.refusedShare"
          max={100}
          min={0}
          value={rule.refusedShare * 100}
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ minimumAttempts: value }))}
          description={t(($) => $.planning.fields.minimumAttemptsHelp)}
          field="stopRule.minimumAttempts"
          max={1_000_000}
          min={1}
          value={rule.minimumAttempts}
          whole
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ consecutive: value }))}
          description={t(($) => $.planning.fields.consecutiveHelp)}
          field="stopRule.consecutive"
          max={1_000_000}
          min={1}
          value={rule.consecutive}
          whole
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ forbidden: value }))}
          description={t(($) => $.planning.fields.forbiddenHelp)}
          field="stopRule.forbidden"
          max={1000}
          min={1}
          value={rule.forbidden}
          whole
        />
        <NumberField
          change={(value) => (value === undefined ? {} : put({ outageLimitMinutes: value * 60 }))}
          description={t(($) => $.planning.fields.outageLimitHelp)}
          field="stopRule.outageLimitMinutes"
          max={168}
          min={0}
          value={rule.outageLimitMinutes / 60}
        />
      </div>
    </>
  );
}

/** Delivery checks after acceptance, and the rule for messages proven not sent. */
function WatchFields(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const write = useFleetdesk((state) => state.write);
  const issue = issueOf({ ...body, invalidInput: {} }, "watchHours");
  return (
    <>
      <NumberField
        change={(value) => ({ watchHours: value })}
        description={t(($) => $.planning.fields.trackingHelp)}
        field="watchHours"
        max={168}
        mayBeEmpty
        min={0}
        placeholder={String(usualWatchHours)}
        value={body.watchHours}
      />
      {issue === undefined ? undefined : <p className={classes["bad"]}>{issue}</p>}
      <Radio.Group
        label={t(($) => $.planning.safety.ifNotSent)}
        onChange={(value) => write({ whenNotListed: value === "ask" ? "ask" : "send" })}
        value={body.whenNotListed ?? "send"}
      >
        <div className={classes["choices"]}>
          <Radio label={t(($) => $.planning.safety.retry)} value="send" />
          <Radio label={t(($) => $.planning.safety.waitForDecision)} value="ask" />
        </div>
      </Radio.Group>
    </>
  );
}

// Canary, a first wave sampled from the audience, and the waves after it.

const strata: readonly Stratum[] = ["tags", "service-profile", "name-prefix"];

type RolloutChange = { readonly [K in keyof WavePlan]?: WavePlan[K] | undefined };
type Canary = NonNullable<WavePlan["canary"]>;
type Waves = NonNullable<WavePlan["waves"]>;

const usualGate: Gate = { on: "delivered", share: 0.9, withinMinutes: 30 };
const usualCanary: Canary = { size: { count: 20 }, over: ["tags"], gate: usualGate };
const usualWaves: Waves = { size: { share: 0.1 }, pauseMinutes: 10 };

function RolloutFields(): ReactElement {
  const rollout = useFleetdesk((state) => state.wizard?.body.rollout);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const put = (change: RolloutChange): DraftChange => {
    const next = definedFields<NonNullable<typeof rollout>>({ ...rollout, ...change });
    return { rollout: hasFields(next) ? next : undefined };
  };
  const { canary, waves } = rollout ?? {};
  return (
    <>
      <Switch
        checked={canary !== undefined}
        description={t(($) => $.planning.rollout.canaryHelp)}
        label={t(($) => $.planning.rollout.canarySwitch)}
        onChange={({ currentTarget: { checked } }) =>
          typeInto("rollout.canary", undefined, put({ canary: checked ? usualCanary : undefined }))
        }
      />
      {canary === undefined ? undefined : <CanaryFields canary={canary} change={(next) => put({ canary: next })} />}
      <Switch
        checked={waves !== undefined}
        description={t(($) => $.planning.rollout.wavesHelp)}
        label={
          canary === undefined
            ? t(($) => $.planning.rollout.wavesSwitch)
            : t(($) => $.planning.rollout.wavesAfterCanary)
        }
        onChange={({ currentTarget: { checked } }) =>
          typeInto("rollout.waves", undefined, put({ waves: checked ? usualWaves : undefined }))
        }
      />
      {waves === undefined ? undefined : <WavesFields change={(next) => put({ waves: next })} waves={waves} />}
    </>
  );
}

interface CanaryFieldsProps {
  readonly canary: Canary;
  readonly change: (canary: Canary) => DraftChange;
}

function CanaryFields({ canary, change }: CanaryFieldsProps): ReactElement {
  const write = useFleetdesk((state) => state.write);
  return (
    <div className={classes["indented"]}>
      <AmountField change={(size) => change({ ...canary, size })} field="rollout.canary.size" value={canary.size} />
      <Checkbox.Group
        description={t(($) => $.planning.rollout.sampleByHelp)}
        label={t(($) => $.planning.rollout.sampleBy)}
        onChange={(over) => write(change({ ...canary, over }))}
        value={canary.over}
      >
        <div className={classes["choices"]}>
          {strata.map((stratum) => (
            <Checkbox key={stratum} label={stratumLabels[stratum]} value={stratum} />
          ))}
        </div>
      </Checkbox.Group>
      <GateFields change={(gate) => change({ ...canary, gate })} field="rollout.canary.gate" gate={canary.gate} />
    </div>
  );
}

interface WavesFieldsProps {
  readonly waves: Waves;
  readonly change: (waves: Waves) => DraftChange;
}

function WavesFields({ waves, change }: WavesFieldsProps): ReactElement {
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const { gate, ...rest } = waves;
  return (
    <div className={classes["indented"]}>
      <AmountField change={(size) => change({ ...waves, size })} field="rollout.waves.size" value={waves.size} />
      <NumberField
        change={(value) => (value === undefined ? {} : change({ ...waves, pauseMinutes: value }))}
        description={t(($) => $.planning.fields.wavePauseHelp)}
        field="rollout.waves.pauseMinutes"
        max={10_080}
        min={0}
        value={waves.pauseMinutes}
      />
      <Switch
        checked={gate !== undefined}
        label={t(($) => $.planning.rollout.gateAfterWave)}
        onChange={({ currentTarget: { checked } }) =>
          typeInto("rollout.waves.gate", undefined, change(checked ? { ...rest, gate: usualGate } : rest))
        }
      />
      {gate === undefined ? undefined : (
        <GateFields change={(next) => change({ ...waves, gate: next })} field="rollout.waves.gate" gate={gate} />
      )}
    </div>
  );
}

interface AmountFieldProps {
  readonly field: string;
  readonly value: Amount;
  readonly change: (amount: Amount) => DraftChange;
}

/** Field for a number of recipients, or a share of them. */
function AmountField({ field, value, change }: AmountFieldProps): ReactElement {
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const isShare = "share" in value;
  return (
    <div className={classes["amount"]}>
      <NumberField
        change={(input) => (input === undefined ? {} : change(isShare ? { share: input / 100 } : { count: input }))}
        field={field}
        key={isShare ? "share" : "count"}
        max={isShare ? 100 : 1_000_000}
        min={isShare ? 0.01 : 1}
        value={isShare ? value.share * 100 : value.count}
        whole={!isShare}
      />
      <SegmentedControl
        aria-label={t(($) => $.planning.rollout.unitOf, { field: numberNames[field] ?? field })}
        data={[
          { value: "count", label: t(($) => $.planning.rollout.recipients) },
          { value: "share", label: "%" },
        ]}
        onChange={(kind) => typeInto(field, undefined, change(kind === "share" ? { share: 0.05 } : { count: 20 }))}
        value={isShare ? "share" : "count"}
      />
    </div>
  );
}

interface GateFieldsProps {
  /** Path in the draft. */
  readonly field: string;
  readonly gate: Gate;
  readonly change: (gate: Gate) => DraftChange;
}

/** Gate of a wave: the condition for opening the next wave. */
function GateFields({ field, gate, change }: GateFieldsProps): ReactElement {
  const write = useFleetdesk((state) => state.write);
  const isReplyMissing =
    useFleetdesk((state) => state.wizard?.body.expect === undefined) && gate.on === "expected-reply";
  return (
    <div className={classes["row"]}>
      <NumberField
        change={(value) => (value === undefined ? {} : change({ ...gate, share: value / 100 }))}
        field={`${field}.share`}
        label={t(($) => $.planning.rollout.target)}
        max={100}
        min={0.1}
        value={gate.share * 100}
      />
      <Select
        allowDeselect={false}
        data={[
          { value: "delivered", label: t(($) => $.planning.rollout.delivered) },
          { value: "expected-reply", label: t(($) => $.planning.rollout.expectedReply) },
        ]}
        data-field={isReplyMissing ? "rollout" : undefined}
        error={isReplyMissing ? t(($) => $.planning.rollout.replyMissing) : undefined}
        label={t(($) => $.planning.rollout.condition)}
        onChange={(on) => write(change({ ...gate, on: on === "expected-reply" ? "expected-reply" : "delivered" }))}
        value={gate.on}
      />
      <NumberField
        change={(value) => (value === undefined ? {} : change({ ...gate, withinMinutes: value }))}
        field={`${field}.withinMinutes`}
        label={t(($) => $.planning.rollout.timeLimit)}
        max={10_080}
        min={0.1}
        value={gate.withinMinutes}
      />
    </div>
  );
}
