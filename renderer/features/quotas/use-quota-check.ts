/** Parses the form and previews the change: main validates it without sending anything. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { useEffect, useState } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { byField } from "../../lib/field-failure.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { type Problems, type QuotaForm, readForm } from "./quota-form.ts";

export interface Checked {
  readonly after: QuotaState | undefined;
  readonly needsConfirmZero: boolean;
  readonly needsConfirmPast: boolean;
  readonly warnings: readonly CodedText[];
}

export interface QuotaCheck {
  /** The operation of the form; undefined while it cannot be parsed. */
  readonly operation: QuotaOperation | undefined;
  readonly checked: Checked | undefined;
  /** Main's validation error. */
  readonly failure: Failure | undefined;
  /** Errors by field: of filled fields, or of all fields after an attempt to submit. */
  readonly problems: Problems;
}

interface Verdict {
  readonly of: string;
  readonly checked?: Checked;
  readonly failure?: Failure;
}

/** Main is called after a pause in typing of this length. */
const pauseMs = 120;

/** `pressed`: submission was attempted, so that empty fields are reported too. */
export function useQuotaCheck(
  kind: QuotaKind,
  form: QuotaForm,
  {
    endpoint,
    seen,
    pressed,
  }: {
    /** For a single endpoint the preview is more specific. */
    readonly endpoint?: string;
    readonly seen: QuotaState | undefined;
    readonly pressed: boolean;
  },
): QuotaCheck {
  const read = readForm(kind, form);
  const operation = read.ok ? read.operation : undefined;
  const requestKey =
    operation === undefined
      ? ""
      : JSON.stringify({ endpoint, kind, operation, ...(seen === undefined ? {} : { seen }) });
  const [verdict, setVerdict] = useState<Verdict>();
  useEffect(() => {
    if (requestKey === "") return undefined;
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      const input = JSON.parse(requestKey) as Parameters<typeof fleet.quotas.check>[0];
      fleet.quotas.check(input, abort.signal).then(
        ({ after, ...checked }) => setVerdict({ of: requestKey, checked: { ...checked, after } }),
        (error: unknown) => {
          if (!abort.signal.aborted) setVerdict({ of: requestKey, failure: failureOf(error) });
        },
      );
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [requestKey]);
  const own = verdict?.of === requestKey ? verdict : undefined;
  const allProblems = { ...byField(own?.failure), ...(read.ok ? {} : read.problems) };
  return {
    operation,
    checked: own?.checked,
    failure: own?.failure,
    problems: pressed ? allProblems : problemsOfFilled(form, allProblems),
  };
}

/** Empty fields are not reported before the first attempt to submit. */
function problemsOfFilled(form: QuotaForm, problems: Problems): Problems {
  const isFilled = (field: string): boolean => field !== "op" && (form as unknown as Problems)[field]?.trim() !== "";
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isFilled(field)));
}
