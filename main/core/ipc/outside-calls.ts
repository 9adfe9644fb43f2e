/**
 * Calls that another process of this user may make to the owner of the data directory.
 * Long-running work needs a process that stays: another process can control a running campaign, not start one.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import { z } from "zod";
import { AppError, toFailure } from "#shared/failure.ts";
import type { Call } from "./router.ts";

export interface OutsideCallsOptions {
  readonly call: Call;
  readonly processId: number;
  /** True for the app, which runs until it is quit: other processes may start work in it. */
  readonly keepAlive: boolean;
}

export interface OutsideCalls {
  /** For this process itself; tracks which campaigns it runs. */
  readonly inside: Call;
  /** For other processes; `data-dir-in-use` for calls that need the ownership of the directory. */
  readonly outside: Call;
}

const needsOwnership: ReadonlySet<string> = new Set([
  "fleet.sync",
  "campaigns.reconcile",
  ...["plan", "start", "resume", "retry", "undo", "refresh"].map((name) => `quotas.${name}`),
]);

/** They open a file dialog in front of the owner's operator, who did not request it. */
const fileDialogCalls: ReadonlySet<string> = new Set([
  "data.saveSettings",
  "diagnostics.saveReport",
  "fleet.exportCsv",
  "doctor.exportRows",
  "events.exportAs",
]);

const startSchema = z.object({
  campaignId: z.string(),
  rate: z.number().optional(),
  concurrency: z.number().optional(),
});

export function createOutsideCalls({ call, processId, keepAlive }: OutsideCallsOptions): OutsideCalls {
  const started = new Set<string>();
  const rejection = { ok: false, failure: toFailure(dataDirInUse(processId)) } as const;

  /** A start from another process, of a campaign that runs here, changes its speed. */
  const steer: Call = async (address, input, signal) => {
    const request = startSchema.safeParse(input);
    if (keepAlive || !request.success) return await call(address, input, signal);
    if (!started.has(request.data.campaignId)) return rejection;
    const { campaignId, rate, concurrency } = request.data;
    if (rate === undefined && concurrency === undefined) return await call("campaigns.status", { campaignId }, signal);
    return await call("campaigns.setSpeed", { campaignId, rate, concurrency }, signal);
  };

  return {
    inside: async (address, input, signal) => {
      const outcome = await call(address, input, signal);
      const request = startSchema.safeParse(input);
      if (address === "campaigns.start" && outcome.ok && request.success) started.add(request.data.campaignId);
      return outcome;
    },
    outside: async (address, input, signal) => {
      if (address === "campaigns.start") return await steer(address, input, signal);
      if (fileDialogCalls.has(address)) return rejection;
      return needsOwnership.has(address) && !keepAlive ? rejection : await call(address, input, signal);
    },
  };
}

/** `data-dir-in-use`; names the process if it can be identified. */
export function dataDirInUse(processId: number | undefined): AppError {
  if (processId === undefined) return new AppError("data-dir-in-use", codedText("data-dir-in-use"));
  return new AppError("data-dir-in-use", codedText("data-dir-in-use-by", { pid: processId }), {
    details: { pid: processId },
  });
}
