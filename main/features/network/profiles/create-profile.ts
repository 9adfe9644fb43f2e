/**
 * Creates a profile: stored before the request is sent, sent once, and resolved by the list where the answer was lost.
 */
import { codedText } from "#shared/texts/coded-text.ts";
import type { profiles } from "#shared/contract/network/profiles.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { acceptedOf } from "../../../core/api/errors.ts";
import { describeMissingId, type ListAfterCreation } from "../../../core/api/lost-answer.ts";
import type { RecordList } from "../../../core/api/record-list.ts";
import { createServiceProfile } from "../../../core/api/service-profiles.ts";
import { toFailure } from "#shared/failure.ts";
import { createKeyedMutex } from "../../../core/wait.ts";
import { checkDraft, type CheckedDraft, type Draft, sameNameWarning } from "./check-draft.ts";
import { type ProfileConnection, type ProfileDeps, workOf } from "./deps.ts";
import { claimedBy, findCreatedId, type ProfileRepository } from "./profile-repository.ts";
import type { ProfileChangeRow } from "./queries.ts";

type Creation = Pick<Handlers<typeof profiles>, "check" | "create">;
type Answer = Awaited<ReturnType<Creation["create"]>>;

export function createCreation(deps: ProfileDeps, repository: ProfileRepository): Creation {
  const { connections, onChanged } = deps;
  const runExclusive = createKeyedMutex();
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
      return await runExclusive(String(connection.id), async () => {
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
  { store }: ProfileDeps,
  connection: ProfileConnection,
  {
    draft: { name },
    same,
    before,
  }: Pick<CreateProfileRequest, "draft" | "before"> & { readonly same: readonly string[] },
): Promise<Omit<Answer, "warnings"> | undefined> {
  const sent = (await store.load(connection.id)).changes.filter(
    (one) => one.kind === "create" && one.profile === null && one.name === name,
  );
  // The newest one decides: an older creation that is done says nothing about it.
  const lost = sent.findLast(({ state }) => state === "unknown");
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
  if (before !== undefined || !sent.some(({ state }) => state === "done")) return undefined;
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
  const { store, clock, onCreated } = deps;
  const { name } = draft;
  const after = JSON.stringify({ ...input, name });
  const at = clock.now();
  // A new profile can be identified later only by comparison with a complete list.
  const previousIds =
    before === undefined || before.gap !== undefined ? undefined : JSON.stringify(before.items.map(({ id }) => id));
  const none = { profile: undefined, before: undefined };
  const change = await store.begin({
    connection: connection.id,
    kind: "create",
    at,
    name,
    previousIds,
    after,
    ...none,
  });
  const find = async (): Promise<ProfileChangeRow | undefined> => {
    if (before !== undefined) await repository.readList(connection, new AbortController().signal);
    return (await store.load(connection.id)).changes.find((one) => one.change === change);
  };
  let id: string | undefined;
  try {
    id = await send(connection, draft, workOf(change));
  } catch (error) {
    if (acceptedOf(error) !== "unknown") {
      if (acceptedOf(error) === "no") await store.drop(change);
      throw error;
    }
    await store.lose(change, clock.now());
    // If this reading fails, the next one resolves the creation.
    const row = await find().catch(() => undefined);
    if (row?.state === "done" && row.profile !== null) {
      return { outcome: "created", id: row.profile, message: codedText("profile-created-recovered", { name }) };
    }
    const code = before === undefined ? "profile-create-unknown-no-list" : "profile-create-unknown";
    return { outcome: "unknown", message: codedText(code, { reason: toFailure(error).text, name, change }) };
  }
  // The profile was created; a failed reading does not change that.
  let list: ListAfterCreation = before === undefined ? "none" : "without-it";
  if (id === undefined && before !== undefined)
    id = await idByList(deps, repository, connection, change).catch(() => {
      list = "unread";
      return undefined;
    });
  const ended = clock.now();
  await store.resolveChange(change, "done", { at: ended, by: "answer", profile: id });
  if (id === undefined) {
    const message = codedText("profile-created-without-id", { name, reason: describeMissingId(list) });
    return { outcome: "created", message };
  }
  await onCreated(connection.id, { id, name, dns: input.dns?.trim(), at: ended });
  return { outcome: "created", id, message: codedText("profile-created", { name, profile: id }) };
}

/** Finds the id that the answer did not contain. Until the change has an end, no other reading resolves it. */
async function idByList(
  { store, recordResolution }: ProfileDeps,
  repository: ProfileRepository,
  connection: ProfileConnection,
  change: number,
): Promise<string | undefined> {
  await repository.readList(connection, new AbortController().signal);
  const { changes, listed } = await store.load(connection.id);
  const row = changes.find((one) => one.change === change);
  const records = listed.map(({ id, record }) => ({ id, record: JSON.parse(record) as JsonRecord }));
  const createdId = row === undefined ? undefined : findCreatedId(row, records, claimedBy(changes));
  if (createdId === undefined) return undefined;
  const proof = codedText("proved-id-by-list", { id: createdId });
  await recordResolution({ work: workOf(change), outcome: "done", created: createdId, proof });
  return createdId;
}

/** Without the caller's signal: a write must not be cancelled half-way. */
async function send({ api }: ProfileConnection, draft: CheckedDraft, work: string): Promise<string | undefined> {
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
    { priority: "click", note: { what: "create-profile", after, work } },
  );
  return id;
}
