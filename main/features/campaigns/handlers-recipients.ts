/** Contract handlers for recipients: pages, counts, the plan, and exports. */
import { hasFields } from "#shared/defined-fields.ts";
import type { campaigns, RecipientFilter } from "#shared/contract/campaigns/campaigns.ts";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { CampaignDeps } from "./campaign-deps.ts";
import { exportCampaign, toRecipient } from "./evidence/exporting.ts";
import { verifyEvidence } from "./evidence/verify-evidence.ts";
import type { StoredCampaign } from "./ledger/campaign-row.ts";
import type { RecipientQuestion } from "./ledger/queries-recipients.ts";
import type { RecipientRow } from "./ledger/queries-rows.ts";
import { readPlanned } from "./planning/planned.ts";
import { toFileName } from "./evidence/file-name.ts";

type Mine = "recipients" | "countRecipients" | "exportAs" | "verifyFromDialog" | "plannedWith";

export interface RecipientHandlersDeps {
  readonly deps: CampaignDeps;
  readonly find: (campaignId: string) => Promise<StoredCampaign>;
  /** Rejects while a run works on the campaign in this process. */
  readonly requireIdle: (campaign: StoredCampaign, purpose: "recall" | "export") => Promise<void>;
}

export function createRecipientHandlers({
  deps,
  find,
  requireIdle,
}: RecipientHandlersDeps): Pick<Handlers<typeof campaigns>, Mine> {
  const { store, files, names } = deps;

  const question = async (campaign: StoredCampaign, filter: RecipientFilter): Promise<RecipientQuestion> => {
    const search = filter.search?.trim() ?? "";
    const named = search === "" ? [] : await names.holding(campaign.connection, search);
    return { ...onlyFilter(filter), campaign: campaign.id, named };
  };
  const toRecipients = async (campaign: StoredCampaign, rows: readonly RecipientRow[]): Promise<Recipient[]> => {
    const namesById = await names.of(
      campaign.connection,
      rows.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint])),
    );
    return rows.map((row) => {
      const name = namesById.get(row.endpoint ?? "");
      return { ...toRecipient(row), ...(name === undefined ? {} : { name }) };
    });
  };

  return {
    async recipients({ campaignId, limit, after, skip, fromEnd, ...filter }) {
      const campaign = await find(campaignId);
      const query = { question: await question(campaign, filter), after: after ?? -1, skip, fromEnd, limit };
      const rows = await store.pageRecipients(query);
      const last = rows.at(-1);
      const ended = last === undefined || rows.length < limit || fromEnd;
      return { items: await toRecipients(campaign, rows), next: ended ? undefined : last.row };
    },
    async countRecipients({ campaignId, ...filter }) {
      const campaign = await find(campaignId);
      return {
        total: storedCount(campaign, filter) ?? (await store.countRecipients(await question(campaign, filter))),
      };
    },
    async plannedWith({ campaignId }) {
      return readPlanned(await find(campaignId), await store.readPlanned(Number(campaignId)));
    },
    async exportAs({ campaignId, format, ...filter }) {
      const initial = await find(campaignId);
      await requireIdle(initial, "export");
      const extension = format === "csv" ? "csv" : "jsonl";
      const file = await files.saveAs({ name: `${toFileName(initial.name)}.${extension}`, extension });
      if (file === undefined) return { outcome: "cancelled", rows: 0 };
      // The save dialog may be open for minutes, during which the campaign may have continued.
      const campaign = await find(campaignId);
      await requireIdle(campaign, "export");
      const only = hasFields(onlyFilter(filter));
      const target = { file, format, question: only ? await question(campaign, filter) : undefined };
      return { outcome: "written", ...(await exportCampaign(deps, campaign, target)) };
    },
    async verifyFromDialog() {
      const file = await files.open({ name: "evidence", extension: "jsonl" });
      return file === undefined ? {} : { file, verdict: await verifyEvidence(file) };
    },
  };
}

/** The filter members of a request, without its other members. */
function onlyFilter({ outcome, delivery, reply, wave, reason, search }: RecipientFilter): RecipientFilter {
  return { outcome, delivery, reply, wave, reason, search };
}

/** The count from the campaign's counters; undefined where rows must be counted. */
function storedCount({ counts }: StoredCampaign, filter: RecipientFilter): number | undefined {
  const { outcome, ...rest } = onlyFilter(filter);
  if (hasFields(rest)) return undefined;
  if (outcome === undefined) return counts.planned;
  return [...new Set(outcome)].reduce((sum, one) => sum + counts[one], 0);
}
