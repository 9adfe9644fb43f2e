/** The campaign that is being written: kept at every pause of the typing, judged against the copy as it stands. */
import type { Draft, DraftBody, DraftStep } from "#contract/drafts.ts";
import type { FleetClient } from "#contract/index.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { failed, loading, never, ready, type Remote } from "../../lib/remote.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";
import { wordingOf } from "./draft-model.ts";

export type Preview = Awaited<ReturnType<FleetClient["planning"]["preview"]>>;

export type Saved =
  | { readonly state: "saved"; readonly at: number | undefined }
  | { readonly state: "waiting" | "saving" }
  | { readonly state: "failed"; readonly message: string };

export interface WizardSlice {
  /** Undefined while none is open. `id` is missing until the first thing was written. */
  readonly wizard:
    | { readonly id: number | undefined; readonly body: DraftBody; readonly campaignId?: string }
    | undefined;
  readonly wizardOpening: Remote<true>;
  readonly wizardSaved: Saved;
  readonly wizardPreview: Remote<Preview>;
  /** What the preview was made of; another audience or wording makes it old. */
  readonly wizardPreviewOf: string | undefined;
  /** How far the asking for quotas has come. */
  readonly preflight: { readonly campaignId: string; readonly done: number; readonly total: number } | undefined;
  readonly putPreflight: (progress: { campaignId: string; done: number; total: number }) => void;
  readonly openWizard: (id: number | undefined) => Promise<void>;
  /** Changes what is written; undefined takes a field away. Kept a moment later. */
  readonly write: (change: { readonly [K in keyof DraftBody]?: DraftBody[K] | undefined }) => void;
  /** Keeps what is written now; answers the draft, or undefined when it could not be kept. */
  readonly keepWizard: (step: DraftStep) => Promise<Draft | undefined>;
  readonly previewWizard: () => Promise<void>;
}

const keepAfterMs = 500;

export const createWizardSlice: SliceCreator<WizardSlice> = (set, get) => {
  let timer: number | undefined;
  let step: DraftStep = "audience";
  let keeping: Promise<Draft | undefined> = Promise.resolve(undefined);
  let asking: AbortController | undefined;

  const keepNow = async (): Promise<Draft | undefined> => {
    window.clearTimeout(timer);
    timer = undefined;
    const written = get().wizard;
    if (written === undefined) return undefined;
    set({ wizardSaved: { state: "saving" } });
    try {
      const kept = await fleet.drafts.save({
        ...(written.id === undefined ? {} : { id: written.id }),
        step,
        body: written.body,
      });
      const now = get().wizard;
      if (now !== undefined && (now.id === undefined || now.id === kept.id)) set({ wizard: { ...now, id: kept.id } });
      // What was typed meanwhile waits for its own turn.
      if (timer === undefined) set({ wizardSaved: { state: "saved", at: kept.updatedAt } });
      return kept;
    } catch (error) {
      set({ wizardSaved: { state: "failed", message: failureOf(error).message } });
      return undefined;
    }
  };
  /** One after another: a second first save would make a second draft. */
  const keep = (): Promise<Draft | undefined> => {
    keeping = keeping.then(keepNow, keepNow);
    return keeping;
  };

  return {
    wizard: undefined,
    wizardOpening: never,
    wizardSaved: { state: "saved", at: undefined },
    wizardPreview: never,
    wizardPreviewOf: undefined,
    preflight: undefined,
    putPreflight: (preflight) => set({ preflight }),
    openWizard: async (id) => {
      if (id !== undefined && get().wizard?.id === id) return;
      const fresh = {
        wizardSaved: { state: "saved", at: undefined },
        wizardPreview: never,
        wizardPreviewOf: undefined,
      } as const;
      if (id === undefined) {
        set({ wizard: { id, body: {} }, wizardOpening: ready(true), ...fresh });
        return;
      }
      set({ wizard: undefined, wizardOpening: loading(never), ...fresh });
      try {
        const { body, campaignId, updatedAt, step: left } = await fleet.drafts.get({ id });
        step = left;
        set({
          wizard: { id, body, ...(campaignId === undefined ? {} : { campaignId }) },
          wizardOpening: ready(true),
          wizardSaved: { state: "saved", at: updatedAt },
        });
      } catch (error) {
        set({ wizardOpening: failed(never, error) });
      }
    },
    write: (change) => {
      const { wizard } = get();
      if (wizard === undefined) return;
      const body = Object.fromEntries(
        Object.entries({ ...wizard.body, ...change }).filter(([, value]) => value !== undefined),
      ) as DraftBody;
      set({ wizard: { ...wizard, body }, wizardSaved: { state: "waiting" } });
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void keep(), keepAfterMs);
    },
    keepWizard: async (at) => {
      const moved = at !== step;
      step = at;
      if (timer === undefined && !moved && get().wizard?.id !== undefined) return keeping;
      return keep();
    },
    previewWizard: async () => {
      const { wizard, wizardPreview } = get();
      const audience = wizard?.body.audience ?? [];
      asking?.abort();
      if (wizard === undefined || audience.length === 0) {
        set({ wizardPreview: never, wizardPreviewOf: undefined });
        return;
      }
      const wording = wordingOf(wizard.body);
      const of = previewKey(wizard.body);
      const abort = new AbortController();
      asking = abort;
      set({ wizardPreview: loading(wizardPreview) });
      try {
        const asked = { audience: [...audience] as never, ...(wording === undefined ? {} : { wording }) };
        const found = await fleet.planning.preview(asked, abort.signal);
        if (!abort.signal.aborted) set({ wizardPreview: ready(found), wizardPreviewOf: of });
      } catch (error) {
        if (!abort.signal.aborted) set({ wizardPreview: failed(get().wizardPreview, error), wizardPreviewOf: of });
      }
    },
  };
};

/** Tells one preview's question from another's. */
export function previewKey(body: DraftBody): string {
  return JSON.stringify([body.audience ?? [], body.text ?? "", body.bindings ?? {}]);
}

export const wizardTopics: SliceTopics<WizardSlice> = (slice) => ({
  "planning.preflightProgress": (progress) => slice().putPreflight(progress),
  "fleet.syncEnded": () => {
    if (slice().wizard !== undefined) void slice().previewWizard();
  },
});
