/** The result of verifying the chain, with the hash to store elsewhere. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { clearRefresh, useRefreshState } from "../../data/fleet-query.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { verifyAudit } from "./audit-actions.ts";
import { verdictText } from "./audit-query.ts";
import classes from "./audit.module.css";

export function Verdict(): ReactElement | undefined {
  const verdictState = useRefreshState("audit.verify", {});
  if (verdictState.state === "failed") {
    return (
      <div className={classes["verdict"]}>
        <Callout
          actions={<ActionButton action={verifyAudit}>{t(($) => $.audit.verdict.verifyAgain)}</ActionButton>}
          title={t(($) => $.audit.verdict.failed)}
          tone="bad"
        >
          <p>{formatText(verdictState.failure.text)}</p>
        </Callout>
      </div>
    );
  }
  const verdict = dataOf(verdictState);
  if (verdict === undefined) return undefined;
  const { sound, head, checkedAt } = verdict;
  return (
    <div className={classes["verdict"]}>
      <Button
        aria-label={t(($) => $.audit.verdict.close)}
        className={classes["close"] ?? ""}
        onClick={() => clearRefresh("audit.verify", {})}
        size="compact-xs"
        variant="subtle"
      >
        <IconX aria-hidden="true" size={14} />
      </Button>
      <Callout
        title={sound ? t(($) => $.audit.verdict.verified) : t(($) => $.audit.verdict.broken)}
        tone={sound ? "good" : "bad"}
      >
        <p>
          {verdictText(verdict)}{" "}
          <span className="muted">{t(($) => $.audit.verdict.checkedAt, { time: formatDateTime(checkedAt) })}</span>
        </p>
        {head === undefined ? undefined : (
          <p className={classes["hash"]}>
            <span className="muted">{t(($) => $.audit.verdict.fingerprint)}</span>{" "}
            <Copyable label={t(($) => $.audit.verdict.copyFingerprint)} mono value={head} />
          </p>
        )}
      </Callout>
    </div>
  );
}
