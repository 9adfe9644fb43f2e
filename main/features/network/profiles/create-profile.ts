/** Validates a new profile and creates it through the journal. */
import { definedFields } from "#shared/defined-fields.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { Warning } from "#shared/contract/network/network-schemas.ts";
import type { ChangeRef } from "../../../core/api/change-note.ts";
import { invalidInput } from "../../../core/api/inputs.ts";
import type { RecordList } from "../../../core/api/record-list.ts";
import { createServiceProfile } from "../../../core/api/service-profiles.ts";
import { isUnresolved } from "../../../core/journal/change.ts";
import { create } from "../creations.ts";
import { type NetworkContext, type NetworkDeps, openContext, runChange } from "../deps.ts";
import { completeIds, readList } from "../readings.ts";
import { loadInventory } from "./inventory.ts";
import { createProfileSpec, isCreation } from "./profile-changes.ts";

type Creation = Pick<Handlers<typeof profiles>, "check" | "create">;
type Answer = Awaited<ReturnType<Creation["create"]>>;

export function createCreation(deps: NetworkDeps): Creation {
  const namesakes = async (context: NetworkContext, name: string): Promise<string[]> =>
    (await loadInventory(context)).profiles.filter((one) => one.name === name).map(({ id }) => id);
  return {
    check: async ({ connection, ...draft }, { signal }) => {
      const { name } = checkDraft(draft);
      const same = await namesakes(await openContext(deps, { connection, signal }), name);
      return { warnings: same.length === 0 ? [] : [sameNameWarning(name, same.length)], same };
    },
    create: async ({ connection, allowSame, ...input }, { signal }) => {
      const draft = checkDraft(input);
      // Serialised, so that a second click finds the profile that the first one creates.
      return await runChange(deps, { connection, signal, part: "profiles", key: "profiles" }, async (context) => {
        const before = await readList(context, "profile");
        const same = await namesakes(context, draft.name);
        const warnings = same.length === 0 ? [] : [sameNameWarning(draft.name, same.length)];
        const question = allowSame ? undefined : await questionOf(context, { draft, same, before });
        return { ...(question ?? (await createProfile(context, { draft, input, before }))), warnings };
      });
    },
  };
}

/** The answer that asks for confirmation before a second profile of the same name is sent. */
async function questionOf(
  { journal, connection }: NetworkContext,
  {
    draft: { name },
    same,
    before,
  }: Pick<CreateProfileRequest, "draft" | "before"> & { readonly same: readonly string[] },
): Promise<Omit<Answer, "warnings"> | undefined> {
  const sent = (await journal.list(connection.id, ["profile"])).filter(
    (one) => isCreation(one) && one.subject === undefined && one.name === name,
  );
  // The newest one decides: an older creation that is done says nothing about it.
  const lost = sent.findLast(isUnresolved);
  const [first] = same;
  if (first !== undefined) {
    const ids = new Intl.ListFormat("en-GB").format(same);
    const message =
      lost === undefined
        ? codedText("profile-exists", { name, ids })
        : // Mentions an unconfirmed creation, which may add another profile.
          codedText("profile-exists-unconfirmed", { name, ids, change: lost.change });
    return { outcome: "exists", id: first, message };
  }
  if (lost !== undefined) {
    return { outcome: "unsettled", message: codedText("profile-unconfirmed", { name, change: lost.change }) };
  }
  // A list would show it; without a list, and without an id in the answer, only the local changes do.
  if (before !== undefined || !sent.some(({ state }) => state === "applied")) return undefined;
  return { outcome: "exists", message: codedText("profile-created-earlier", { name }) };
}

interface CreateProfileRequest {
  readonly draft: CheckedDraft;
  readonly input: Draft;
  /** Undefined where the service has no list. */
  readonly before: RecordList | undefined;
}

async function createProfile(
  context: NetworkContext,
  { draft, input, before }: CreateProfileRequest,
): Promise<Omit<Answer, "warnings">> {
  const { name } = draft;
  const { outcome, id, message } = await create(context, {
    spec: createProfileSpec,
    kind: "profile",
    name,
    request: { ...input, name, dns: input.dns?.trim() },
    previousIds: completeIds(before),
    send: (change) => send(context, draft, change),
    texts: {
      created: (profile) => codedText("profile-created", { name, profile }),
      recovered: () => codedText("profile-created-recovered", { name }),
      withoutId: (reason) => codedText("profile-created-without-id", { name, reason }),
      unknown: (reason, change) =>
        codedText(before === undefined ? "profile-create-unknown-no-list" : "profile-create-unknown", {
          reason,
          name,
          change,
        }),
    },
  });
  return { outcome, id, message };
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send(
  { connection: { api } }: NetworkContext,
  { name, description, dns, callback, switches }: CheckedDraft,
  change: ChangeRef,
): Promise<{ readonly id: string | undefined }> {
  const after = definedFields<JsonRecord>({ name, description, dns, api_callback: callback, ...switches });
  const draft = { name, description, dnsId: dns, apiCallbackId: callback, fields: switches };
  return await createServiceProfile(api, draft, {
    priority: "click",
    note: { operation: "create-profile", after, change },
  });
}

type Draft = Omit<Parameters<Creation["check"]>[0], "connection">;

interface CheckedDraft extends Pick<Draft, "name" | "description" | "switches"> {
  readonly dns: number | undefined;
  readonly callback: number | undefined;
}

const longestName = 255;
const longestDescription = 1000;

/** Throws `invalid-input` with the field. */
function checkDraft({ name, description, dns, callback, switches }: Draft): CheckedDraft {
  const described = checkDescription(description ?? "");
  return {
    name: checkName(name),
    description: described === "" ? undefined : described,
    dns: dns === undefined ? undefined : numericId("dns", dns),
    callback: callback === undefined ? undefined : numericId("callback", callback),
    switches,
  };
}

/** Returns the trimmed name. Throws `invalid-input` with the field. */
export function checkName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidInput("name", codedText("profile-name-missing"));
  if (name.length <= longestName) return name;
  throw invalidInput("name", codedText("profile-name-too-long", { max: longestName }));
}

/** Returns the trimmed description, which may be empty. Throws `invalid-input` with the field. */
export function checkDescription(text: string): string {
  if (text.length <= longestDescription) return text.trim();
  throw invalidInput("description", codedText("profile-description-too-long", { max: longestDescription }));
}

/** Returns an id in the form the service accepts in a body. Throws `invalid-input` with the field. */
export function numericId(field: "dns" | "callback", id: string): number {
  const text = id.trim();
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalidInput(field, codedText(`${field}-id-no-number`));
  return number;
}

function sameNameWarning(name: string, count: number): Warning {
  return { field: "name", code: "name-there", message: codedText("profile-name-exists", { name, count }) };
}
