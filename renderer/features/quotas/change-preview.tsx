/** Preview of a change, with its warnings. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { QuotaKind, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import classes from "./quotas.module.css";
import { QuotaDiff } from "./quota-state-view.tsx";

export interface PreviewProps {
  readonly kind: QuotaKind;
  readonly quotaState: QuotaState | undefined;
  readonly after: QuotaState | undefined;
  readonly warnings: readonly CodedText[];
}

/** Computes the result from the displayed state; sends nothing. */
export function Preview({ kind, quotaState, after, warnings }: PreviewProps): ReactElement | undefined {
  if ((after === undefined || quotaState === undefined) && warnings.length === 0) return undefined;
  return (
    <section aria-label={t(($) => $.quotas.preview.title)} className={classes["preview"]}>
      {after === undefined || quotaState === undefined ? undefined : (
        <>
          <h3>{t(($) => $.quotas.preview.title)}</h3>
          <QuotaDiff after={after} before={quotaState} kind={kind} />
        </>
      )}
      {warnings.map((warning) => (
        <p className={classes["sentence"]} key={warning.code}>
          {formatText(warning)}
        </p>
      ))}
    </section>
  );
}
