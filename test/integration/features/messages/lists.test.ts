/** The cache of SMS lists that were read, in a real database file. */
import { expect, test } from "vitest";
import { parseJson } from "../../../../main/core/api/json.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { smsQueries } from "../../../../main/features/messages/sms/queries.ts";
import { createSmsLists, type SmsLists, type SmsStore } from "../../../../main/features/messages/sms/sms-lists.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { openScratchStore } from "../../../make/store.ts";

const connection = 1;
const endpoint = "70001";

interface Bench extends AsyncDisposable {
  readonly store: SmsStore;
  readonly lists: SmsLists;
  readonly notified: readonly string[];
  cachedKeys(): Promise<readonly unknown[]>;
}

async function bench(): Promise<Bench> {
  const database = await openScratchStore(createFakeClock());
  const store = database.use<typeof smsQueries>("sms");
  const notified: string[] = [];
  const onChanged = (_connection: number, changed: string): Promise<void> => {
    notified.push(changed);
    return Promise.resolve();
  };
  return {
    store,
    notified,
    lists: createSmsLists({ store, onChanged }),
    cachedKeys: async () => (await store.cachedMessages(connection, endpoint)).map(({ key }) => key).toSorted(),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function makeSms(id: number | string, status = 3): JsonRecord {
  return {
    id,
    status: { id: status },
    sms_type: { description: "MT" },
    payload: "x",
    submit_date: "2031-04-02T09:15:00Z",
  };
}

test("a record is removed by a complete list without it, and stays with an incomplete one", async () => {
  await using b = await bench();
  await b.lists.saveSmsList(connection, endpoint, { records: [makeSms(1), makeSms(2)], complete: true, asOf: 10 });
  await b.lists.saveSmsList(connection, endpoint, { records: [makeSms(3)], complete: false, asOf: 20 });
  expect(await b.cachedKeys()).toEqual(["1", "2", "3"]);
  await b.lists.saveSmsList(connection, endpoint, { records: [makeSms(3)], complete: true, asOf: 30 });
  expect(await b.cachedKeys()).toEqual(["3"]);
  await b.lists.saveSmsList(connection, endpoint, { records: [], complete: true, asOf: 40 });
  expect([await b.cachedKeys(), await b.store.threadOf(connection, endpoint)]).toEqual([[], { asOf: 40, complete: 1 }]);
});

test("a response without data does not count as a read", async () => {
  await using b = await bench();
  await b.lists.saveSmsList(connection, endpoint, { records: [], complete: false, asOf: 10 });
  expect([await b.store.threadOf(connection, endpoint), b.notified]).toEqual([undefined, []]);
});

test("a read that finished after a newer one changes nothing", async () => {
  await using b = await bench();
  await b.lists.saveSmsList(connection, endpoint, { records: [makeSms(1, 4)], complete: true, asOf: 20 });
  await b.lists.saveSmsList(connection, endpoint, { records: [makeSms(1, 3), makeSms(2)], complete: true, asOf: 10 });
  const [only, other] = await b.store.cachedMessages(connection, endpoint);
  expect([other, JSON.parse(only?.record ?? "")]).toEqual([undefined, makeSms(1, 4)]);
});

test("listeners are notified of new records, not of cached ones", async () => {
  await using b = await bench();
  const storeList = (asOf: number, ...records: readonly JsonRecord[]): Promise<void> =>
    b.lists.saveSmsList(connection, endpoint, { records, complete: true, asOf });
  await storeList(10);
  await storeList(20, makeSms(1, 3));
  await storeList(30, makeSms(1, 3));
  await storeList(40, makeSms(1, 4));
  await storeList(50);
  // Read for the first time, a message, its new status, its removal.
  expect(b.notified).toHaveLength(4);
});

test("every digit of numbers beyond 2^53 is stored", async () => {
  await using b = await bench();
  const text = '{"id": 900719925474099312345, "msisdn": 88199000000000000001, "payload": "x"}';
  await b.lists.saveSmsList(connection, endpoint, {
    records: [parseJson(text) as JsonRecord],
    complete: true,
    asOf: 10,
  });
  const [only] = await b.store.cachedMessages(connection, endpoint);
  expect(only?.key).toBe("900719925474099312345");
  expect(JSON.parse(only?.record ?? "")).toMatchObject({ id: "900719925474099312345", msisdn: "88199000000000000001" });
});

test("records without an id are distinct, and stay the same when their status changes", async () => {
  await using b = await bench();
  const nameless = (payload: string, status: number): JsonRecord => ({ payload, status: { id: status } });
  const records = [nameless("a", 3), nameless("a", 3), nameless("b", 3)];
  await b.lists.saveSmsList(connection, endpoint, { records, complete: false, asOf: 10 });
  const before = await b.cachedKeys();
  const later = [nameless("a", 4), nameless("a", 4), nameless("b", 4)];
  await b.lists.saveSmsList(connection, endpoint, { records: later, complete: false, asOf: 20 });
  expect(before).toHaveLength(3);
  expect(await b.cachedKeys()).toEqual(before);
});

test("a message without a date stays at the position where it was first read", async () => {
  await using b = await bench();
  const undated = (status: number): JsonRecord => ({ id: 1, status: { id: status } });
  await b.lists.saveSmsList(connection, endpoint, { records: [undated(3)], complete: true, asOf: 10 });
  await b.lists.saveSmsList(connection, endpoint, { records: [undated(4)], complete: true, asOf: 20 });
  expect((await b.store.cachedMessages(connection, endpoint)).map(({ at }) => at)).toEqual([10]);
});

test("many concurrent lists are all stored, and one connection is deleted without the other", async () => {
  await using b = await bench();
  const endpoints = Array.from({ length: 300 }, (_, index) => String(70_001 + index));
  await Promise.all(
    endpoints.flatMap((one) =>
      [1, 2].map((connectionId) =>
        b.lists.saveSmsList(connectionId, one, { records: [makeSms(1), makeSms(2)], complete: true, asOf: 10 }),
      ),
    ),
  );
  await b.lists.deleteConnectionData(1);
  expect([await b.store.readings(1), await b.store.readings(2)]).toMatchObject([{ threads: 0 }, { threads: 300 }]);
  expect(await b.store.cachedMessages(1, endpoint)).toEqual([]);
  expect(await b.store.cachedMessages(2, endpoint)).toHaveLength(2);
});

test("a list that cannot be stored fails for its caller, and the next one is stored", async () => {
  await using b = await bench();
  const broken = { records: [makeSms(1)], complete: true, asOf: 0.5 };
  await expect(b.lists.saveSmsList(connection, endpoint, broken)).rejects.toThrow();
  await b.lists.saveSmsList(connection, endpoint, { ...broken, asOf: 10 });
  expect(await b.cachedKeys()).toEqual(["1"]);
});
