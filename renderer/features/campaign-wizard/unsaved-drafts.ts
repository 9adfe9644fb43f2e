/** Saving a draft, and those that could not be saved before another one was opened. */
import type { Draft, DraftBody, DraftStep } from "#contract/drafts.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";

export interface Wizard {
  /** Tells one opening from another. */
  readonly turn: number;
  /** Missing until the first thing was written. */
  readonly id: number | undefined;
  /** The number that its address has; another one than `id` until the page has followed. */
  readonly openedAs: number | undefined;
  /** Missing for a new one: then the current one. */
  readonly connection: string | undefined;
  readonly step: DraftStep;
  readonly body: DraftBody;
  /** The campaign it was frozen as. */
  readonly campaignId: string | undefined;
}

/** A draft that somebody removed meanwhile, or whose campaign was started, becomes a new one: what is written is not lost. */
export async function saveDraft({ id, connection, step, body }: Wizard): Promise<Draft> {
  const input = { step, body, ...(connection === undefined ? {} : { connection }) };
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
  /** Undefined where nothing of this number is set aside; a new draft has none. */
  readonly takeBack: (id: number | undefined) => Wizard | undefined;
  /** What still cannot be saved stays set aside. */
  readonly saveAll: () => Promise<void>;
}

export function createUnsavedDrafts(): UnsavedDrafts {
  const unsaved = new Map<number | undefined, Wizard>();
  return {
    setAside: (wizard) => void unsaved.set(wizard.id, wizard),
    takeBack: (id) => {
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
          // The next attempt finds it here.
        }
      }
    },
  };
}
