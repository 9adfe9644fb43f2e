/** Before a command sends: `--confirm COUNT`, the exact number that a user confirms, and that `--connection` names no other connection. */
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { isAppError } from "#shared/failure.ts";
import { type Call, type Value, whole } from "./define-command.ts";
import { type Description, t } from "./text.ts";
import { cliError, usageError } from "./option-values.ts";

export function confirmOption(description: Description): Value<number | undefined> {
  return whole("<count>", description, [t(($) => $.cli.program.confirmValue), 0, 100_000_000]);
}

const optionOf: Readonly<Record<string, (count: unknown) => string>> = {
  confirm: (count) => `--confirm ${String(count)}`,
  mayGetTwice: (count) => `--confirm ${String(count)}`,
  confirmZero: () => "--confirm-zero",
  confirmPast: () => "--confirm-past",
  evenIfSuppressed: () => "--allow-suppressed",
};

const optionOfCode: Readonly<Partial<Record<string, string>>> = {
  "not-encrypted": "--insecure",
  "file-exists": "--overwrite",
};

/** Adds the name of the option to `confirmation-needed`, `not-encrypted` and `file-exists`: the core does not know command-line options. */
export async function withConfirmOption<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, details = {} } = error;
    const option =
      code === "confirmation-needed" ? optionOf[String(details["field"])]?.(details["count"]) : optionOfCode[code];
    if (option === undefined) throw error;
    throw cliError(
      code,
      t(($) => $.cli.program.addOption, { message, option }),
      { details, cause: error },
    );
  }
}

type Scoped = Pick<Call<unknown, unknown>, "client" | "signal" | "scope">;

/** The campaign of a command that sends. Throws `invalid-usage` if it belongs to another connection than the one that was named. */
export async function ownCampaign({ client, signal, scope }: Scoped, campaignId: string): Promise<CampaignStatus> {
  const status = await client.campaigns.status({ campaignId }, signal);
  requireConnection(
    scope,
    status.connection,
    t(($) => $.cli.program.campaignItem, { campaign: campaignId }),
  );
  return status;
}

/** As `ownCampaign`, for a quota change. */
export async function ownQuotaChange({ client, signal, scope }: Scoped, change: number): Promise<QuotaChange> {
  const state = await client.quotas.state({ change }, signal);
  requireConnection(
    scope,
    state.connection,
    t(($) => $.cli.program.quotaChangeItem, { change }),
  );
  return state;
}

function requireConnection({ connection: named }: Scoped["scope"], owner: string, item: string): void {
  if (named !== undefined && named !== owner)
    throw usageError(t(($) => $.cli.program.otherConnection, { item, owner, named }));
}
