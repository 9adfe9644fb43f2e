/** Creates a DNS configuration: two servers, validated during input. The draft is stored until the configuration is created. */
import { formatText, t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import { TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import { byField } from "../../lib/field-failure.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useDraftForm } from "../../app/store/use-draft-form.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { CreationResult } from "./creation-result.tsx";
import classes from "./network.module.css";
import { SendForm } from "./send-form.tsx";

const empty = { primary: "", secondary: "" };

type CreateDnsResult = Awaited<ReturnType<typeof fleet.dns.create>>;

export function DnsForm(): ReactElement {
  const { values: draft, update: put, clear, connection } = useDraftForm("network", "dns", empty);
  const [result, setResult] = useState<CreateDnsResult>();
  const setQuery = useFleetdesk((state) => state.setQuery);
  const blocker = useSendBlocker();
  const { busy, failure, run, clearFailure } = useCall();
  const checked = useAsyncState(useCallback((signal) => fleet.dns.check(draft, signal), [draft]));
  const errors = byField(failure);
  // Partial addresses are valid during input: warnings are computed from complete fields only.
  const warnings = checked.state === "ready" ? checked.value.warnings : [];
  const same = checked.state === "ready" ? checked.value.same : [];
  const change = (field: keyof typeof empty, value: string): void => {
    put({ [field]: value });
    setResult(undefined);
    clearFailure();
  };
  const create = (allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.dns.create({ connection, ...draft, allowSame });
      setResult(answer);
      await reloadQueries("dns.list", "profiles.list");
      if (answer.outcome !== "created") return;
      clear();
      if (answer.id !== undefined) setQuery({ dns: answer.id }, { replace: true });
    });
  return (
    <SendForm
      busy={busy}
      failure={failure}
      failureTitle={t(($) => $.network.dns.notCreated)}
      fields={["primary", "secondary"]}
      onSubmit={() => create(false)}
      submit={t(($) => $.network.dns.create)}
    >
      <h2 className={classes["title"]}>{t(($) => $.network.dns.new)}</h2>
      <div className={classes["pair"]}>
        {(["primary", "secondary"] as const).map((field) => (
          <TextInput
            autoComplete="off"
            classNames={{ input: "mono" }}
            error={errors[field]}
            key={field}
            label={field === "primary" ? t(($) => $.network.dns.primary) : t(($) => $.network.dns.secondary)}
            onChange={({ currentTarget }) => change(field, currentTarget.value)}
            placeholder={field === "primary" ? "192.0.2.53" : "198.51.100.53"}
            spellCheck={false}
            value={draft[field]}
          />
        ))}
      </div>
      {warnings.length === 0 ? undefined : (
        <Callout title={t(($) => $.network.dns.checkAddresses)} tone="waiting">
          {warnings.map(({ field, code, message }) => (
            <p key={`${field} ${code}`}>{formatText(message)}</p>
          ))}
        </Callout>
      )}
      {same.length === 0 || result !== undefined ? undefined : (
        <p className="muted">{t(($) => $.network.dns.sameAddresses, { count: same.length, ids: same.join(", ") })}</p>
      )}
      {result === undefined || result.outcome === "created" ? undefined : (
        <CreationResult busy={busy || blocker !== undefined} onCreateAnyway={() => create(true)} result={result} />
      )}
    </SendForm>
  );
}
