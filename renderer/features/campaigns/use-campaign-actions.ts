/** Actions of a campaign: one call at a time, failures shown in place, the status refreshed afterwards. */
import { notifications } from "@mantine/notifications";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { t } from "#shared/texts/text.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { type Call, useCall } from "../../ui/use-call.ts";
import { retryResultText } from "./confirm-text.ts";

export interface CampaignActions extends Call {
  /** `confirm`: the number of recipients as typed. */
  readonly start: (confirm?: number) => Promise<boolean>;
  readonly pause: () => void;
  readonly cancel: () => Promise<boolean>;
  readonly setSpeed: (rate: number, concurrency: number) => Promise<boolean>;
  readonly retry: (scope: "refused" | "unknown" | "unverified") => Promise<boolean>;
  readonly reconcile: () => void;
  readonly check: () => void;
  readonly openWave: () => Promise<boolean>;
  readonly exportAs: (format: "csv" | "evidence") => void;
  readonly remove: () => Promise<boolean>;
  readonly duplicate: (recipients: "same" | "silent") => void;
}

export function useCampaignActions({
  campaignId,
  name,
  connection,
  counts,
  wave,
  unverified,
}: CampaignStatus): CampaignActions {
  const call = useCall();
  const put = useFleetdesk((state) => state.updateCampaign);
  const renew = useFleetdesk((state) => state.refreshCampaign);
  const navigate = useFleetdesk((state) => state.navigate);
  const saveHead = useFleetdesk((state) => state.saveEvidenceHead);
  const id = { campaignId };
  const notify = (title: string, message: string): void => void notifications.show({ title, message });
  const putting = (work: () => Promise<CampaignStatus>) => async (): Promise<void> => {
    put(await work());
    await renew(campaignId);
  };
  return {
    ...call,
    start: (confirm) => call.run(putting(() => fleet.campaigns.start({ ...id, confirm }))),
    pause: () => void call.run(putting(() => fleet.campaigns.pause(id))),
    cancel: () => call.run(putting(() => fleet.campaigns.cancel(id))),
    setSpeed: (rate, concurrency) => call.run(putting(() => fleet.campaigns.setSpeed({ ...id, rate, concurrency }))),
    // `after` makes the call a no-op if the next wave was opened elsewhere, so no further wave opens.
    openWave: () => call.run(putting(() => fleet.campaigns.openWave({ ...id, after: wave?.open }))),
    retry: (scope) =>
      call.run(async () => {
        // The confirmation counted all of them; fewer are queued if the lookup resolves some.
        const mayGetTwice = { refused: 0, unknown: counts.unknown, unverified: unverified?.unclear ?? 0 }[scope];
        const { requeued, lookups: lookup } = await fleet.campaigns.retry({ ...id, scope, mayGetTwice });
        await renew(campaignId);
        notify(
          t(($) => $.campaigns.done.retried, { count: requeued }),
          retryResultText(requeued, lookup),
        );
      }),
    reconcile: () =>
      void call.run(async () => {
        const { accepted, pending, unknown } = await fleet.campaigns.reconcile(id);
        await renew(campaignId);
        notify(
          t(($) => $.campaigns.done.lookUpTitle),
          t(($) => $.campaigns.done.lookUpText, { sent: accepted, notSent: pending, unknown }),
        );
      }),
    check: () =>
      void call.run(async () => {
        const { checked, open } = await fleet.campaigns.checkDelivery(id);
        await renew(campaignId);
        notify(
          t(($) => $.campaigns.done.checkTitle),
          t(($) => $.campaigns.done.checkText, { count: checked, open }),
        );
      }),
    exportAs: (format) =>
      void call.run(async () => {
        const { outcome, file, rows, head } = await fleet.campaigns.exportAs({ ...id, format });
        if (outcome === "cancelled") return;
        // The head stays on the campaign's page until dismissed: a notification disappears too soon to note it.
        if (head !== undefined) saveHead(campaignId, { head, file: file ?? "", at: Date.now() });
        notify(
          t(($) => $.campaigns.done.exported, { count: rows }),
          head === undefined ? (file ?? "") : t(($) => $.campaigns.done.exportedEvidence, { file: file ?? "" }),
        );
      }),
    remove: () =>
      call.run(async () => {
        await fleet.campaigns.remove(id);
        navigate({ path: ["campaigns"], query: {} }, { replace: true });
      }),
    duplicate: (recipients) =>
      void call.run(async () => {
        const { concurrency, ...planned } = await fleet.campaigns.plannedWith(id);
        const audience =
          recipients === "silent"
            ? [{ op: "add" as const, source: { campaign: { campaignId, part: "silent" as const } } }]
            : (planned.audience ?? [
                { op: "add" as const, source: { campaign: { campaignId, part: "all" as const } } },
              ]);
        const { schedule: _before, ...rest } = planned;
        const body = {
          ...rest,
          concurrency,
          name: (recipients === "silent"
            ? t(($) => $.campaigns.actions.followUpName, { name })
            : t(($) => $.campaigns.actions.duplicateName, { name })
          ).slice(0, 120),
          audience,
        };
        const draft = await fleet.drafts.save({ connection, step: "audience", body });
        navigate({ path: ["campaigns", "new", String(draft.id)], query: {} });
      }),
  };
}
