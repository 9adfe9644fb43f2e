/** Validates a new profile and creates it through the journal. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { Profile, profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { Warning } from "#shared/contract/network/network-schemas.ts";
import type { ChangeRef } from "../../../core/api/change-note.ts";
import { describeMissingId } from "../../../core/api/write-answer.ts";
import type { RecordList } from "../../../core/api/record-list.ts";
import { createServiceProfile } from "../../../core/api/service-profiles.ts";
import { isUnresolved } from "../../../core/journal/change.ts";
import { invalidInput } from "../../../core/api/inputs.ts";
import type { ProfileConnection, ProfileDeps } from "./deps.ts";
import { createProfileSpec, isCreation } from "./profile-changes.ts";
import type { ProfileRepository } from "./profile-repository.ts";

type Creation = Pick<Handlers<typeof profiles>, "check" | "create">;
type Answer = Awaited<ReturnType<Creation["create"]>>;

export function createCreation(deps: ProfileDeps, repository: ProfileRepository): Creation {
  const { connections, journal, onChanged } = deps;
  const namesakes = async (connection: ProfileConnection, name: string, signal: AbortSignal): Promise<string[]> =>
    (await repository.loadInventory(connection, signal)).profiles
      .filter((one) => one.name === name)
      .map(({ id }) => id);
  return {
    check: async ({ connection: named, ...draft }, { signal }) => {
      const { name } = checkDraft(draft);
      const same = await namesakes(await connections.open(named), name, signal);
      return { warnings: same.length === 0 ? [] : [sameNameWarning(name, same.length)], same };
    },
    create: async ({ connection: named, allowSame, ...input }, { signal }) => {
      const draft = checkDraft(input);
      const connection = await connections.open(named);
      // Serialised, so that a second click finds the profile that the first one creates.
      return await journal.exclusive(connection, "profiles", async () => {
        const before = await repository.readList(connection, signal);
        const same = await namesakes(connection, draft.name, signal);
        const warnings = same.length === 0 ? [] : [sameNameWarning(draft.name, same.length)];
        const question = allowSame ? undefined : await questionOf(deps, connection, { draft, same, before });
        if (question !== undefined) return { ...question, warnings };
        try {
          return { ...(await create(deps, repository, { connection, draft, input, before })), warnings };
        } finally {
          onChanged(connection.name);
        }
      });
    },
  };
}

/** The answer that asks for confirmation before a second profile of the same name is sent. */
async function questionOf(
  { journal }: ProfileDeps,
  connection: ProfileConnection,
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
  readonly connection: ProfileConnection;
  readonly draft: CheckedDraft;
  readonly input: Draft;
  /** Undefined where the service has no list. */
  readonly before: RecordList | undefined;
}

async function create(
  deps: ProfileDeps,
  repository: ProfileRepository,
  { connection, draft, input, before }: CreateProfileRequest,
): Promise<Omit<Answer, "warnings">> {
  const { name } = draft;
  const result = await deps.journal.submit(createProfileSpec, connection, {
    name,
    request: { ...input, name, dns: input.dns?.trim() },
    // A new profile can be identified later only by comparison with a complete list.
    previousIds: before === undefined || before.gap !== undefined ? undefined : before.items.map(({ id }) => id),
    send: (change) => send(connection, draft, change),
    createdId: (id) => id,
    read: before === undefined ? undefined : () => repository.readList(connection, new AbortController().signal),
  });
  if (result.outcome === "unknown") {
    const code = before === undefined ? "profile-create-unknown-no-list" : "profile-create-unknown";
    const { change } = result.change;
    return { outcome: "unknown", message: codedText(code, { reason: result.reason, name, change }) };
  }
  const { subject: id } = result.change;
  if (result.outcome === "recovered") {
    return { outcome: "created", id, message: codedText("profile-created-recovered", { name }) };
  }
  if (id === undefined) {
    const message = codedText("profile-created-without-id", { name, reason: describeMissingId(result.list) });
    return { outcome: "created", message };
  }
  return { outcome: "created", id, message: codedText("profile-created", { name, profile: id }) };
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send({ api }: ProfileConnection, draft: CheckedDraft, change: ChangeRef): Promise<string | undefined> {
  const { name, description, dns, callback, switches } = draft;
  const after: JsonRecord = {
    name,
    ...(description === undefined ? {} : { description }),
    ...(dns === undefined ? {} : { dns }),
    ...(callback === undefined ? {} : { api_callback: callback }),
    ...switches,
  };
  const { id } = await createServiceProfile(
    api,
    {
      name,
      description,
      dnsId: dns,
      apiCallbackId: callback,
      fields: switches,
    },
    { priority: "click", note: { operation: "create-profile", after, change } },
  );
  return id;
}

export interface Draft {
  readonly name: string;
  readonly description?: string;
  readonly dns?: string;
  readonly callback?: string;
  readonly switches: Profile["switches"];
}

export interface CheckedDraft {
  readonly name: string;
  readonly description: string | undefined;
  readonly dns: number | undefined;
  readonly callback: number | undefined;
  readonly switches: Profile["switches"];
}

const longestName = 255;
const longestDescription = 1000;

/** Throws `invalid-input` with the field. */
export function checkDraft({ name, description, dns, callback, switches }: Draft): CheckedDraft {
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

export function sameNameWarning(name: string, count: number): Warning {
  return { field: "name", code: "name-there", message: codedText("profile-name-exists", { name, count }) };
}
