/** Saves a draft; holds drafts that could not be saved before another one was opened. */
import type { Draft, DraftBody, DraftStep } from "#shared/contract/campaigns/drafts.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";

export interface Wizard {
  /** Identifies one opening of the wizard. */
  readonly turn: number;
  /** Missing until the first change. */
  readonly id: number | undefined;
  /** The id in the address; differs from `id` until the page has navigated. */
  readonly openedAs: number | undefined;
  /** Missing for a new draft: the current connection applies. */
  readonly connection: string | undefined;
  readonly step: DraftStep;
  readonly body: DraftBody;
  /** The campaign frozen from the draft. */
  readonly campaignId: string | undefined;
}

/** Saves a draft. One that was deleted, or whose campaign was started, is saved as a new draft, so no input is lost. */
export async function saveDraft({ id, connection, step, body }: Wizard): Promise<Draft> {
  const input = { step, body, connection };
  if (id === undefined) return await fleet.drafts.save(input);
  try {
    return await fleet.drafts.save({ ...input, id });
  } catch (error) {
    if (failureOf(error).code !== "draft-unknown") throw error;
    return await fleet.drafts.save(input);
  }
}

export interface UnsavedDrafts {
  readonly setAside: (wizard: Wizard) => void;
  /** Undefined without a held draft of this id; a new draft has none. */
  readonly restore: (id: number | undefined) => Wizard | undefined;
  /** Saves all held drafts; those that fail stay. */
  readonly saveAll: () => Promise<void>;
}

export function createUnsavedDrafts(): UnsavedDrafts {
  const unsaved = new Map<number | undefined, Wizard>();
  return {
    setAside: (wizard) => void unsaved.set(wizard.id, wizard),
    restore: (id) => {
      const wizard = unsaved.get(id);
      unsaved.delete(id);
      return wizard;
    },
    saveAll: async () => {
      for (const [id, wizard] of unsaved) {
        try {
          await saveDraft(wizard);
          if (unsaved.get(id) === wizard) unsaved.delete(id);
        } catch {
          // The draft stays in the map for the next attempt.
        }
      }
    },
  };
}
