/** Which ids an up-to-date list has to contain. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { commit } from "../../../../../main/features/campaigns/ledger/queries-ledger.ts";
import { listRecipients, ownedSms } from "../../../../../main/features/campaigns/ledger/queries-rows.ts";
import { holder, makeRunningCampaign } from "../../../../make/campaign-database.ts";
import { type Database, openDatabase } from "../../../../make/database.ts";

const hourMs = 3_600_000;
const acceptedAt = Date.UTC(2031, 0, 1, 12);

/** Another copy of the directory gets the answer. */
const foreign = { competitors: 0, nameless: 1 };

let database: Database;
beforeEach(() => {
  database = openDatabase();
});
afterEach(() => database.close());

it.each([
  ["an hour before it was read", hourMs, ["sms-1"]],
  ["two hours in the future, because the clock was set back", -2 * hourMs, ["sms-1"]],
  ["a day before it was read", 24 * hourMs + 1, []],
])("expects a list to contain a message accepted %s", (_case, laterMs, recent) => {
  const campaign = makeRunningCampaign(database.db, 1);
  const args = { campaign, holder, now: acceptedAt, offsetMs: 0, firstCheckAt: 0 };
  const [{ row } = { row: 0 }] = commit(database.db, { ...args, outcomeRecords: [], claim: 1 }).claimed;
  commit(database.db, { ...args, outcomeRecords: [{ row, outcome: "accepted", reference: "sms-1" }], claim: 0 });
  const [recipient] = listRecipients(database.db, { campaign, outcome: "accepted", after: 0, limit: 1 });
  const listedAt = acceptedAt + laterMs;
  const { connection } = database.db.get<{ connection: number }>("SELECT connection FROM campaign") ?? {};
  const query = { connection: connection ?? 0, endpoint: recipient?.endpoint ?? "", text: "x", sourceAddress: "1" };
  const lists = { intentAt: listedAt, listedAt, holder };
  expect(ownedSms(database.db, { ...query, ...lists })).toMatchObject({ ids: ["sms-1"], recent });
});

it.each([
  ["a competitor for the process that sends it", holder, { competitors: 1, nameless: 0 }],
  ["a competitor for a later process", { ...holder, instance: "later" }, { competitors: 1, nameless: 0 }],
  ["the possible owner of a record on another computer", { ...holder, machine: "other" }, foreign],
  ["the possible owner of a record in another directory", { ...holder, home: "/copy" }, foreign],
])("a message that is being sent is %s", (_case, reader, owned) => {
  const campaign = makeRunningCampaign(database.db, 1);
  const args = { campaign, holder, now: acceptedAt, offsetMs: 0, firstCheckAt: 0, outcomeRecords: [], claim: 1 };
  const [{ target, text } = { target: "", text: "" }] = commit(database.db, args).claimed;
  const query = { connection: 1, endpoint: target, text, sourceAddress: "4911" };
  // A day later, since its time of acceptance is unknown.
  const lists = { intentAt: acceptedAt + 24 * hourMs, listedAt: acceptedAt + 24 * hourMs, holder: reader };
  expect(ownedSms(database.db, { ...query, ...lists })).toMatchObject(owned);
});
