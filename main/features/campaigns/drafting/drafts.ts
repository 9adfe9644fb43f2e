/**
 * Drafts of campaigns. Everything here works offline, except that planning looks up identifiers that are not cached at the service
 * (and succeeds without it).
 * A frozen draft can be frozen again: its planned campaign is replaced unless it was started. Starting the campaign deletes the
 * draft; removing a draft keeps the planned campaign.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Draft, drafts } from "#shared/contract/campaigns/drafts.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { DraftRow } from "../ledger/queries-drafts.ts";
import { planCampaign } from "../planning/plan-campaign.ts";
import type { CampaignRuns } from "../running/campaign-runs.ts";
import { planOfDraft } from "./freeze-draft.ts";
import { readBody, readStep } from "./read-body.ts";

type Mine = Omit<Handlers<typeof drafts>, "saveList" | "getList">;

export interface CampaignDrafts {
  readonly handlers: Mine;
  /** Deletes drafts whose campaign was started, and lists without a reference. */
  sweep(): Promise<void>;
}

/** Minimum age of a list without a reference before it is deleted: a draft may reference it shortly, or again. */
const unusedListMs = 86_400_000;

export function createDrafts(deps: CampaignDeps, runs: CampaignRuns): CampaignDrafts {
  const { store, clock, connections, publish } = deps;
  const changed = (): void => publish("drafts.changed", {});
  const freezing = new Set<number>();

  const describe = async (rows: readonly DraftRow[]): Promise<Draft[]> => {
    const names = await connections.names();
    return rows.map((row) => ({
      id: row.id,
      connection: names.get(row.connection) ?? String(row.connection),
      step: readStep(row.step),
      body: readBody(row.body),
      campaignId: row.campaign === null ? undefined : String(row.campaign),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  };
  const one = async (row: DraftRow): Promise<Draft> => {
    const [draft] = await describe([row]);
    if (draft === undefined) throw new Error("one row gives one draft");
    return draft;
  };
  const sweep = async (): Promise<void> => {
    if ((await store.removeStartedDrafts()) > 0) changed();
    await store.removeUnusedLists({ createdBefore: clock.now() - unusedListMs });
  };

  const freeze = async (id: number, signal: AbortSignal): Promise<{ campaignId: string; planned: number }> => {
    if ((await store.removeStartedDrafts()) > 0) changed();
    const row = await store.getDraft(id);
    if (row.campaign !== null && !(await runs.idle(row.campaign))) throw beingStarted();
    const { name: connection } = await connections.openById(row.connection);
    const { campaignId, planned } = await planCampaign(deps, planOfDraft(readBody(row.body), connection), signal);
    await store.replaceFrozen({ draft: id, campaign: Number(campaignId) });
    if (row.campaign !== null) publish("campaigns.changed", { campaignId: String(row.campaign) });
    changed();
    return { campaignId, planned };
  };

  return {
    sweep,
    handlers: {
      async list({ connection: name }) {
        await sweep();
        const id = name === undefined ? undefined : (await connections.open(name)).id;
        return { drafts: await describe(await store.listDrafts(id)) };
      },
      get: async ({ id }) => one(await store.getDraft(id)),
      async save({ id, connection: name, step, body }) {
        // A saved draft keeps its connection unless another is named; a new one belongs to the current connection.
        const named = name !== undefined || id === undefined;
        const connection = named ? (await connections.open(name)).id : undefined;
        const row = await store.saveDraft({ id, connection, step, body: JSON.stringify(body), now: clock.now() });
        changed();
        return one(row);
      },
      async remove({ id }) {
        await store.removeDraft(id);
        await sweep();
        changed();
        return {};
      },
      async freeze({ id }, { signal }) {
        if (freezing.has(id)) throw new AppError("draft-freezing", codedText("draft-freezing"));
        freezing.add(id);
        try {
          return await freeze(id, signal);
        } finally {
          freezing.delete(id);
        }
      },
    },
  };
}

function beingStarted(): AppError {
  return new AppError("campaign-state", codedText("draft-campaign-starting"));
}
