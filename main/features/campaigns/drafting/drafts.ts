/**
 * Drafts of campaigns. Everything here works offline, except that planning looks up identifiers that are not cached at the service
 * (and succeeds without it).
 * A frozen draft can be frozen again: its planned campaign is replaced unless it was started. Starting the campaign deletes the
 * draft; removing a draft keeps the planned campaign, and deletes one that is still being planned.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import {
  type Draft,
  type drafts,
  type DraftBody,
  type DraftStep,
  draftBodySchema,
  stepSchema,
} from "#shared/contract/campaigns/drafts.ts";
import { onlyQuietHours } from "#shared/rules/quiet-hours.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import type { DraftRow } from "../ledger/queries-drafts.ts";
import { readPlanned } from "../planning/plan.ts";
import { planCampaign } from "../planning/plan-campaign.ts";
import type { CampaignRuns } from "../running/campaign-runs.ts";
import { z } from "zod";
import { planSchema } from "#shared/contract/campaigns/campaigns.ts";
import { tryParseJson } from "#shared/try-parse-json.ts";

type DraftHandlers = Omit<Handlers<typeof drafts>, "saveList" | "getList">;

export interface CampaignDrafts {
  readonly handlers: DraftHandlers;
  /** Deletes drafts whose campaign was started, and lists without a reference. */
  sweep(): Promise<void>;
}

/** Minimum age of a list without a reference before it is deleted: a draft may reference it shortly, or again. */
const unusedListMs = 86_400_000;

export function createDrafts(deps: CampaignDeps, runs: CampaignRuns): CampaignDrafts {
  const { store, clock, connections, publish, senders } = deps;
  const changed = (): void => publish("drafts.changed", {});
  const freezing = new Set<number>();

  const describe = async (rows: readonly DraftRow[]): Promise<Draft[]> => {
    const names = await connections.names();
    return rows.map((row) => toDraft(row, names));
  };
  const one = async (row: DraftRow): Promise<Draft> => toDraft(row, await connections.names());
  const sweep = async (): Promise<void> => {
    if ((await store.removeStartedDrafts()) > 0) changed();
    await store.removeUnusedLists({ createdBefore: clock.now() - unusedListMs });
  };

  const freeze = async (id: number, signal: AbortSignal): Promise<{ campaignId: string; planned: number }> => {
    if ((await store.removeStartedDrafts()) > 0) changed();
    const row = await store.getDraft(id);
    if (row.campaign !== null && !(await runs.idle(row.campaign))) throw beingStarted();
    const { name: connection } = await connections.openById(row.connection);
    const plan = planOfDraft(readBody(row.body), connection);
    const { campaignId, planned } = await planCampaign(deps, plan, signal, id);
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
      async propose({ connection: name }) {
        const { id, options } = await connections.open(name);
        const [last] = await store.listCampaigns(id);
        const proposal = last === undefined ? {} : proposalOf(readPlanned(last, await store.readPlanned(last.id)));
        const from = options.defaultSender === "none" ? (await senders(id))[0] : options.defaultSender;
        return { ...proposal, from };
      },
      async remove({ id }) {
        await store.removeDraft({ id, now: clock.now() });
        changed();
        return {};
      },
      async restore({ connection: name, body, campaignId, ...draft }) {
        const { id: connection } = await connections.open(name);
        const campaign = campaignId === undefined ? undefined : Number(campaignId);
        const row = await store.restoreDraft({
          ...draft,
          connection,
          campaign,
          body: JSON.stringify(body),
          now: clock.now(),
        });
        changed();
        return one(row);
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

function toDraft(row: DraftRow, names: ReadonlyMap<number, string>): Draft {
  return {
    id: row.id,
    connection: names.get(row.connection) ?? String(row.connection),
    step: readStep(row.step),
    body: readBody(row.body),
    campaignId: row.campaign === null ? undefined : String(row.campaign),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What the next campaign has in common with the last one; a rollout that waits for replies needs their pattern, and does not. */
function proposalOf(planned: ReturnType<typeof readPlanned>): DraftBody {
  const { rate, concurrency, stopRule, rollout, watchHours, whenNotListed, schedule } = planned;
  const gates = [rollout?.canary?.gate, rollout?.waves?.gate];
  return {
    rate,
    concurrency,
    stopRule,
    rollout: gates.some((gate) => gate?.on === "expected-reply") ? undefined : rollout,
    watchHours,
    whenNotListed,
    schedule: onlyQuietHours(schedule),
  };
}

function beingStarted(): AppError {
  return new AppError("campaign-state", codedText("draft-campaign-starting"));
}

// Reads the stored body of a draft, which another version of the program may have written.

const fields: Readonly<Record<string, z.ZodType>> = draftBodySchema.shape;

/** Parses field by field: a field that does not match the current schema is dropped, the others are kept. */
function readBody(stored: string): DraftBody {
  const entries = Object.entries(recordOf(stored)).flatMap(([name, value]): [string, unknown][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const read = field?.safeParse(value);
    return read?.success === true && read.data !== undefined ? [[name, read.data]] : [];
  });
  return draftBodySchema.parse(Object.fromEntries(entries));
}

/** An unknown step becomes the first one. */
function readStep(stored: string): DraftStep {
  return stepSchema.safeParse(stored).data ?? "audience";
}

function recordOf(stored: string): object {
  return z.record(z.string(), z.unknown()).safeParse(tryParseJson(stored)).data ?? {};
}

// Converts a draft into a plan request; a missing or invalid field is named. Pure.

type Plan = z.output<typeof planSchema>;

/** Throws `draft-incomplete` with the field in its details. */
function planOfDraft({ invalidInput: inputs = {}, ...body }: DraftBody, connection: string): Plan {
  if (isBlank(body.name)) throw incomplete("name", codedText("draft-without-name"));
  if (isBlank(body.from)) throw incomplete("from", codedText("draft-without-sender"));
  if (isBlank(body.text)) throw incomplete("text", codedText("draft-without-text"));
  if (body.audience === undefined || body.audience.length === 0) {
    throw incomplete("audience", codedText("draft-without-audience"));
  }
  for (const [field, value] of Object.entries(inputs)) {
    // Unreadable input must be reported, not dropped: it may be the rate limit.
    if (!isBlank(value) && at(body, field) === undefined) {
      throw incomplete(field, codedText("draft-value-unreadable", { field, value: value.trim() }));
    }
  }
  const plan = planSchema.safeParse({ ...body, name: body.name?.trim(), connection });
  if (plan.success) return plan.data;
  const [issue] = plan.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw incomplete(
    field,
    issue === undefined
      ? codedText("draft-invalid")
      : codedText("draft-value-invalid", { field, reason: issue.message }),
  );
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

/** The value at a dotted path. */
function at(body: object, path: string): unknown {
  let value: unknown = body;
  for (const key of path.split(".")) {
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

function incomplete(field: string, text: CodedText): AppError {
  return new AppError("draft-incomplete", text, { details: { field } });
}
