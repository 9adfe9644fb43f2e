/**
 * The draft in the wizard, and its preview.
 *
 * Invariants: input is in the state immediately and saved after a short delay, and before the draft is left, unless this window has deleted
 * the draft or started its campaign. Saves run one after the other,
 * so only the first one creates a draft. A response that belongs to an earlier opening does not change the current one. A draft that could
 * not be saved before another one was opened is held, and restored when it is opened again, or saved when that succeeds.
 */
import { definedFields, hasFields } from "#shared/defined-fields.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { Draft, DraftBody, DraftStep, SavedList } from "#shared/contract/campaigns/drafts.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { currentConnection } from "../../../data/connection.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { failed, idle, loading, ready, type AsyncState } from "../../../lib/async-state.ts";
import type { SetSlice, SliceCreator, SliceTopics } from "../../../lib/slice.ts";
import {
  emptyBody,
  previewQueryOf,
  type PreviewQuery,
  type SubmittedInput,
  withAudience,
  withList,
  withoutInputs,
  wordingOf,
} from "./draft-body.ts";

export type Preview = Awaited<ReturnType<FleetClient["planning"]["preview"]>>;

type Saved =
  | { readonly state: "saved"; readonly at: number | undefined }
  | { readonly state: "waiting" | "saving" }
  | { readonly state: "failed"; readonly message: string };

export type DraftChange = { readonly [K in keyof DraftBody]?: DraftBody[K] | undefined };

export interface WizardSlice {
  readonly wizard: Wizard | undefined;
  readonly wizardOpening: AsyncState<true>;
  readonly wizardSaved: Saved;
  readonly wizardPreview: AsyncState<Preview>;
  /** Input of `wizardPreview`; the preview is outdated once audience or text differ. */
  readonly wizardPreviewOf: PreviewQuery | undefined;
  /** Test endpoints; they are not part of the campaign. */
  readonly wizardTest: readonly string[];
  readonly setTestEndpoints: (endpoints: readonly string[]) => void;
  readonly openWizard: (id: number | undefined) => Promise<void>;
  /** Fills the empty fields of a new draft with the sender and the safety settings of the last campaign. */
  readonly proposeWizard: () => Promise<void>;
  /** Changes fields; undefined removes one. Saved after a short delay. */
  readonly write: (change: DraftChange) => void;
  /** Stores text that is no valid value of a field, by path; undefined removes it, with all paths below. */
  readonly setFieldInput: (field: string, text: string | undefined, change?: DraftChange) => void;
  /** Removes the text of a field after it was submitted, unless it was edited since. */
  readonly clearSubmittedInput: (submitted: SubmittedInput) => void;
  /**
   * Adds endpoints by a filter and leaves `rest` in the filter field, in one change. `turn`: the opening in which the filter was typed; a
   * no-op once another draft is open.
   */
  readonly addFilterSource: (turn: number, filter: string, rest: string) => void;
  /** Adds a list, identified by the column `by`, and empties the field that it was pasted into, in one change; `turn` as above. */
  readonly addList: (
    turn: number,
    list: SavedList,
    source?: { readonly pasted?: SubmittedInput; readonly by?: string },
  ) => void;
  /** Changes the audience; column issues of removed lists, and of lists with a selected column, are removed. */
  readonly writeAudience: (audience: NonNullable<DraftBody["audience"]>) => void;
  /** A no-op while another draft is opened: the step of the address is that draft's. */
  readonly stepWizard: (step: DraftStep) => void;
  /** Saves now; resolves with the id of the draft, or undefined without one or after a failure. */
  readonly saveWizard: () => Promise<number | undefined>;
  /** Closes a draft that was discarded, or whose campaign was started: it must not be saved again, as a new draft. */
  readonly closeDraft: (closed: { readonly id: number } | { readonly campaignId: string }) => void;
  /** Before unload: sends unsaved changes immediately, without waiting for a save in progress. */
  readonly leaveWizard: () => void;
  /** The address now contains the id of the draft. */
  readonly confirmWizardAddress: () => void;
  readonly setFrozenCampaign: (campaignId: string) => void;
  readonly previewWizard: () => Promise<void>;
  /** Retries the drafts that could not be saved before another one was opened. */
  readonly saveUnsaved: () => Promise<void>;
  /** Files dropped outside of the wizard, for the draft that is opened next; in the wizard, for its draft. */
  readonly droppedLists: DroppedLists | undefined;
  readonly dropLists: (files: readonly File[], isNew: boolean) => void;
  /** Returns the files once, if they are for the open draft. */
  readonly takeDroppedLists: () => readonly File[];
}

interface DroppedLists {
  readonly files: readonly File[];
  /** The opening that they are not for. */
  readonly notTurn: number | undefined;
}

const saveAfterMs = 400;
const retrySaveAfterMs = 5000;

interface PreviewRequests {
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/** Loads the preview; a newer request aborts an older one. */
function createPreviewRequests(set: SetSlice<WizardSlice>, get: () => WizardSlice): PreviewRequests {
  let pending: AbortController | undefined;
  const stop = (): void => pending?.abort();
  const refresh = async (): Promise<void> => {
    const { wizard, wizardPreview } = get();
    const audience = wizard?.body.audience ?? [];
    stop();
    if (wizard === undefined || audience.length === 0) {
      set({ wizardPreview: idle, wizardPreviewOf: undefined });
      return;
    }
    const { connection, body } = wizard;
    const wording = wordingOf(body);
    const of = previewQueryOf(wizard);
    const abort = new AbortController();
    pending = abort;
    set({ wizardPreview: loading(wizardPreview) });
    try {
      const query = {
        audience: [...audience],
        connection,
        wording,
        maxSegments: body.maxSegments,
      };
      const preview = await fleet.planning.preview(query, abort.signal);
      if (!abort.signal.aborted) set({ wizardPreview: ready(preview), wizardPreviewOf: of });
    } catch (error) {
      if (!abort.signal.aborted) set({ wizardPreview: failed(get().wizardPreview, error), wizardPreviewOf: of });
    }
  };
  return { refresh, stop };
}

/** What differs from the saved draft: the step alone, or also input. */
type Change = "step" | "input";

interface AutoSave {
  /** Saves now; false after a failure. */
  readonly save: () => Promise<boolean>;
  /** Saves without waiting for a save in progress, if the draft has its id. */
  readonly leave: () => void;
  /** Changes the draft and saves it after a short delay. */
  readonly update: (wizard: Wizard) => void;
  /** Changes the step alone and saves it immediately. */
  readonly updateStep: (wizard: Wizard) => void;
  /** Cancels the pending save of a draft that was set aside or closed. */
  readonly cancelSave: () => void;
}

/** Saves run one after the other. */
function createAutoSave(set: SetSlice<WizardSlice>, get: () => WizardSlice): AutoSave {
  let timer: number | undefined;
  let unsavedChange: Change | undefined;
  let saving = Promise.resolve(true);

  const change = (turn: number, part: Partial<Wizard>): void => {
    const { wizard } = get();
    if (wizard?.turn === turn) set({ wizard: { ...wizard, ...part } });
  };
  const saveNow = async (): Promise<boolean> => {
    const [written, pending] = [get().wizard, unsavedChange];
    if (written === undefined || pending === undefined) return true;
    unsavedChange = undefined;
    set({ wizardSaved: { state: "saving" } });
    try {
      const { id, connection, updatedAt } = await saveDraft(written, pending);
      const reset = id === written.id ? {} : { campaignId: undefined };
      change(written.turn, { id, connection, ...reset });
      // Input typed during the save is saved by the next one.
      if (unsavedChange === undefined) set({ wizardSaved: { state: "saved", at: updatedAt } });
      return true;
    } catch (error) {
      const { code, text } = failureOf(error);
      set({ wizardSaved: { state: "failed", message: formatText(text) } });
      // The draft was deleted, and its step alone creates no other.
      if (pending === "step" && code === "draft-unknown") return true;
      if (unsavedChange !== "input") unsavedChange = pending;
      later(retrySaveAfterMs);
      return false;
    }
  };
  const save = (): Promise<boolean> => {
    window.clearTimeout(timer);
    saving = saving.then(saveNow);
    return saving;
  };
  const later = (ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(), ms);
  };
  const put = (next: Wizard): void => {
    unsavedChange = "input";
    set({ wizard: next, wizardSaved: { state: "waiting" } });
    later(saveAfterMs);
  };
  const putStep = (next: Wizard): void => {
    unsavedChange ??= "step";
    set({ wizard: next });
    void save();
  };
  const leave = (): void => void (get().wizard?.id === undefined ? save() : saveNow());
  const drop = (): void => {
    window.clearTimeout(timer);
    unsavedChange = undefined;
  };
  return { save, leave, update: put, updateStep: putStep, cancelSave: drop };
}

type FieldChanges = Pick<WizardSlice, "write" | "setFieldInput" | "clearSubmittedInput" | "addFilterSource">;

function createFieldChanges(get: () => WizardSlice, put: AutoSave["update"]): FieldChanges {
  return {
    write: (part) => {
      const { wizard } = get();
      if (wizard !== undefined) put({ ...wizard, body: bodyWith(wizard.body, part) });
    },
    setFieldInput: (field, text, part = {}) => {
      const { wizard } = get();
      if (wizard === undefined) return;
      const rest = withoutInputs(wizard.body.invalidInput, field);
      const inputs = text === undefined || text === "" ? rest : { ...rest, [field]: text };
      put({
        ...wizard,
        body: bodyWith(wizard.body, { ...part, invalidInput: inputs }),
      });
    },
    clearSubmittedInput: ({ field, text }) => {
      const { wizard, setFieldInput } = get();
      if (wizard?.body.invalidInput?.[field] === text) setFieldInput(field, undefined);
    },
    addFilterSource: (turn, filter, rest) => {
      const { wizard, setFieldInput: typeInto } = get();
      if (wizard?.turn !== turn) return;
      typeInto("filter", rest, { audience: [...(wizard.body.audience ?? []), { op: "add", source: { filter } }] });
    },
  };
}

function createAudienceChanges(get: () => WizardSlice): Pick<WizardSlice, "addList" | "writeAudience"> {
  /** The name that a draft got from a file. */
  let fromFile: Pick<Wizard, "turn"> & Pick<DraftBody, "name"> = { turn: 0, name: undefined };
  return {
    addList: (turn, list, { pasted, by } = {}) => {
      const { wizard, write } = get();
      if (wizard?.turn !== turn) return;
      const change = withList(wizard.body, list, pasted, by);
      if (wizard.body.name === undefined) fromFile = { turn, name: change.name };
      write(change);
    },
    writeAudience: (audience) => {
      const { turn, body } = get().wizard ?? { turn: 0, body: emptyBody };
      // It leaves with the last source, so that the next file names the draft.
      const isNameless = audience.length === 0 && turn === fromFile.turn && body.name === fromFile.name;
      get().write({ ...withAudience(body, audience), ...(isNameless ? { name: undefined } : {}) });
    },
  };
}

export const createWizardSlice: SliceCreator<WizardSlice> = (set, get) => {
  let lastTurn = 0;
  const unsaved = createUnsavedDrafts();
  const previewRequests = createPreviewRequests(set, get);
  const { save, leave, update: put, updateStep: putStep, cancelSave: drop } = createAutoSave(set, get);
  const fresh = (): Pick<WizardSlice, "wizardSaved" | "wizardPreview" | "wizardPreviewOf" | "wizardTest"> => {
    previewRequests.stop();
    return {
      wizardSaved: { state: "saved", at: undefined },
      wizardPreview: idle,
      wizardPreviewOf: undefined,
      wizardTest: [],
    };
  };

  return {
    wizard: undefined,
    wizardOpening: idle,
    ...fresh(),
    setTestEndpoints: (wizardTest) => set({ wizardTest }),
    openWizard: async (id) => {
      const turn = (lastTurn += 1);
      if (id !== undefined && get().wizard?.id === id) return set({ wizardOpening: ready(true) });
      set({ wizardOpening: loading(idle) });
      // If the previous draft cannot be saved, it is held for a retry.
      const former = (await save()) ? undefined : get().wizard;
      if (turn !== lastTurn) return;
      if (former !== undefined) {
        unsaved.setAside(former);
        drop();
      }
      const back = unsaved.restore(id);
      if (back !== undefined) {
        set({ ...fresh(), wizardOpening: ready(true) });
        return put({ ...back, turn, openedAs: id });
      }
      const none = { turn, openedAs: id, campaignId: undefined } as const;
      if (id === undefined) {
        const connection = currentConnection()?.name;
        set({
          wizard: { ...none, id, connection, step: "audience", body: emptyBody },
          wizardOpening: ready(true),
          ...fresh(),
        });
        return;
      }
      set({ wizard: undefined, ...fresh() });
      try {
        const { body, campaignId, updatedAt, step, connection } = await fleet.drafts.get({ id });
        if (turn !== lastTurn) return;
        set({
          wizard: { ...none, id, connection, step, body, campaignId },
          wizardOpening: ready(true),
          wizardSaved: { state: "saved", at: updatedAt },
        });
      } catch (error) {
        if (turn === lastTurn) set({ wizardOpening: failed(idle, error) });
      }
    },
    proposeWizard: async () => {
      const { turn, openedAs, connection } = get().wizard ?? {};
      if (openedAs !== undefined) return;
      const proposed = await fleet.drafts.propose({ connection }).catch(() => emptyBody);
      const { wizard } = get();
      if (wizard === undefined || wizard.turn !== turn) return;
      const proposal = { ...wizard, body: { ...proposed, ...wizard.body } };
      // A proposal alone creates no draft.
      if (wizard.body === emptyBody) set({ wizard: proposal });
      else put(proposal);
    },
    ...createFieldChanges(get, put),
    ...createAudienceChanges(get),
    stepWizard: (step) => {
      const { wizard, wizardOpening } = get();
      if (wizard === undefined || wizardOpening.state !== "ready" || wizard.step === step) return;
      // The selected step alone creates no draft.
      if (wizard.id === undefined) set({ wizard: { ...wizard, step } });
      else putStep({ ...wizard, step });
    },
    saveWizard: async () => {
      return (await save()) ? get().wizard?.id : undefined;
    },
    closeDraft: (closed) => {
      const isClosed = ({ id, campaignId }: Wizard): boolean =>
        "id" in closed ? id === closed.id : campaignId === closed.campaignId;
      unsaved.remove(isClosed);
      const { wizard } = get();
      if (wizard === undefined || !isClosed(wizard)) return;
      drop();
      const failure = { code: "draft-unknown", text: codedText("draft-unknown") };
      set({ wizard: undefined, wizardOpening: { state: "failed", failure }, ...fresh() });
    },
    leaveWizard: leave,
    confirmWizardAddress: () => {
      const { wizard } = get();
      if (wizard !== undefined) set({ wizard: { ...wizard, openedAs: wizard.id } });
    },
    setFrozenCampaign: (campaignId) => {
      const { wizard } = get();
      if (wizard !== undefined) set({ wizard: { ...wizard, campaignId } });
    },
    previewWizard: previewRequests.refresh,
    saveUnsaved: unsaved.saveAll,
    ...createDroppedLists(set, get),
  };
};

function createDroppedLists(
  set: SetSlice<WizardSlice>,
  get: () => WizardSlice,
): Pick<WizardSlice, "droppedLists" | "dropLists" | "takeDroppedLists"> {
  return {
    droppedLists: undefined,
    dropLists: (files, isNew) => set({ droppedLists: { files, notTurn: isNew ? get().wizard?.turn : undefined } }),
    takeDroppedLists: () => {
      const { droppedLists: dropped, wizard } = get();
      if (dropped === undefined || wizard === undefined || wizard.turn === dropped.notTurn) return [];
      set({ droppedLists: undefined });
      return dropped.files;
    },
  };
}

function bodyWith(body: DraftBody, change: DraftChange): DraftBody {
  const { invalidInput: inputs, ...rest } = { ...body, ...change };
  return definedFields<DraftBody>({ ...rest, invalidInput: hasFields(inputs ?? {}) ? inputs : undefined });
}

export const wizardTopics: SliceTopics<WizardSlice> = (slice) => {
  const refreshPreview = (): void => {
    if (slice().wizard !== undefined && slice().wizardPreviewOf !== undefined) void slice().previewWizard();
  };
  return {
    "fleet.syncEnded": refreshPreview,
    "suppression.changed": refreshPreview,
    "shell.visibility": ({ missed }) => {
      if (missed) void Promise.all([slice().saveWizard(), slice().saveUnsaved()]);
    },
  };
};

interface Wizard {
  /** Identifies one opening of the wizard. */
  readonly turn: number;
  /** Missing until the first change. */
  readonly id: number | undefined;
  /** The id in the address; differs from `id` until the page has navigated. */
  readonly openedAs: number | undefined;
  /** Of a new draft: the current one when it was opened. Missing without one: the current connection applies. */
  readonly connection: string | undefined;
  readonly step: DraftStep;
  readonly body: DraftBody;
  /** The campaign frozen from the draft. */
  readonly campaignId: string | undefined;
}

/** Saves a draft. Input to one that was deleted, or whose campaign was started, outside of this window is saved as a new draft. */
async function saveDraft({ id, connection, step, body }: Wizard, change: Change): Promise<Draft> {
  const input = { step, body, connection };
  if (id === undefined) return await fleet.drafts.save(input);
  try {
    return await fleet.drafts.save({ ...input, id });
  } catch (error) {
    if (change === "step" || failureOf(error).code !== "draft-unknown") throw error;
    return await fleet.drafts.save(input);
  }
}

interface UnsavedDrafts {
  readonly setAside: (wizard: Wizard) => void;
  /** Undefined without a held draft of this id; a new draft has none. */
  readonly restore: (id: number | undefined) => Wizard | undefined;
  readonly remove: (isRemoved: (wizard: Wizard) => boolean) => void;
  /** Saves all held drafts; those that fail stay. */
  readonly saveAll: () => Promise<void>;
}

/** Holds drafts that could not be saved before another one was opened. */
function createUnsavedDrafts(): UnsavedDrafts {
  const unsaved = new Map<number | undefined, Wizard>();
  return {
    setAside: (wizard) => void unsaved.set(wizard.id, wizard),
    restore: (id) => {
      const wizard = unsaved.get(id);
      unsaved.delete(id);
      return wizard;
    },
    remove: (isRemoved) => {
      for (const [id, wizard] of unsaved) if (isRemoved(wizard)) unsaved.delete(id);
    },
    saveAll: async () => {
      for (const [id, wizard] of unsaved) {
        try {
          await saveDraft(wizard, "input");
          if (unsaved.get(id) === wizard) unsaved.delete(id);
        } catch {
          // The draft stays in the map for the next attempt.
        }
      }
    },
  };
}
