/** Actions on drafts of campaigns. */
import { t } from "#shared/texts/text.ts";
import type { Draft } from "#shared/contract/campaigns/drafts.ts";
import { type Action, type AppAction, onOpen } from "../../app/actions/action.ts";
import { showDeleted } from "../../app/actions/undo.ts";
import { type State, useFleetdesk } from "../../app/store/store.ts";
import { currentConnection } from "../../data/connection.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import type { Address } from "../../lib/address.ts";
import { fleet } from "../../lib/fleet.ts";
import { focusWhenMounted } from "../../lib/focus.ts";

/** What an action on a draft needs of it. */
export type DraftTarget = Pick<Draft, "id" | "connection" | "step" | "body">;

export function draftName({ body }: Pick<Draft, "body">): string {
  return body.name ?? t(($) => $.campaigns.drafts.untitled);
}

/** Address of the step where the draft was left. */
export function draftAddress({ id, step }: Pick<Draft, "id" | "step">): string {
  return `#/campaigns/new/${id}?step=${step}`;
}

export const discardDraft: Action<DraftTarget> = {
  id: "discard-campaign-draft",
  title: t(($) => $.campaigns.drafts.discard),
  scope: ({ id }) => `draft ${id}`,
  run: async ({ id }, { closeDraft, navigate, saveUnsaved, saveWizard, wizard }) => {
    // The last input becomes part of what can be restored.
    if (wizard?.id === id) await saveWizard();
    await saveUnsaved();
    const draft = await fleet.drafts.get({ id });
    await fleet.drafts.remove({ id });
    closeDraft({ id });
    const { address } = useFleetdesk.getState();
    if (isWizardAddress(address) && address.path[2] === String(id))
      navigate({ path: ["campaigns"], query: {} }, { replace: true });
    await reloadQueries("drafts.list");
    const title = t(($) => $.campaigns.drafts.discarded, { name: draftName(draft) });
    showDeleted({ title, restore: restoreDraft, target: draft });
  },
};

const restoreDraft: Action<Draft> = {
  id: "restore-campaign-draft",
  title: t(($) => $.campaigns.drafts.restore),
  run: async ({ id, connection, step, body, campaignId }) => {
    await fleet.drafts.restore({ id, connection, step, body, campaignId });
    await reloadQueries("drafts.list");
  },
};

/** Opens the test of a draft; its block opens by the address. */
export const testDraft: Action<{ readonly connection: string }> = {
  id: "test-campaign-draft",
  changesNothing: true,
  changesService: true,
  title: t(($) => $.campaigns.drafts.test),
  connection: ({ connection }) => connection,
  run: (_target, { setQuery }) => {
    setQuery({ step: "safety", block: "test" });
    focusWhenMounted('[data-field="test"]', { take: true, scroll: true });
  },
};

function isWizardAddress({ path }: Address): boolean {
  return path[0] === "campaigns" && path[1] === "new";
}

/** The draft that is open in the wizard; a new one that was not saved yet has no id. */
function openDraft({ address, wizard }: State): DraftTarget | undefined {
  if (!isWizardAddress(address) || wizard?.id === undefined) return undefined;
  const { id, step, body, connection = currentConnection()?.name ?? "" } = wizard;
  return { id, step, body, connection };
}

export const draftAppActions: readonly AppAction[] = [
  onOpen(
    testDraft,
    openDraft,
    t(($) => $.campaigns.drafts.noneOpen),
    {
      id: "test-open-draft",
      title: t(($) => $.campaigns.drafts.testOpen),
      group: "campaigns",
      keywords: t(($) => $.campaigns.drafts.testKeywords),
    },
  ),
  onOpen(
    discardDraft,
    openDraft,
    t(($) => $.campaigns.drafts.noneOpen),
    {
      id: "discard-open-draft",
      title: t(($) => $.campaigns.drafts.discardOpen),
      group: "campaigns",
      keywords: t(($) => $.campaigns.drafts.discardKeywords),
    },
  ),
];
