/** The faults that once made a client send twice, checked with a bare caller over real HTTP. */
import { expect, test } from "vitest";
import type { FaultPlan, FaultRule } from "../../../main/simulator/faults.ts";
import { openPracticeService, type PracticeService } from "../../make/practice-service.ts";

const path = "/api/v1/endpoint/70001/sms";

interface Sms {
  readonly id: number;
  readonly payload: string;
  readonly source_address: string;
  readonly submit_date: string;
}

interface Outcome {
  readonly status: number | "cut";
  readonly text: string;
  readonly location: string | null;
  readonly retryAfter: string | null;
}

const withRule = (rule: Omit<FaultRule, "rate">, plan: FaultPlan = {}): Promise<PracticeService> =>
  openPracticeService({ faults: { ...plan, rules: [{ rate: 1, ...rule }] } });

/** Follows no redirect. */
async function send(service: PracticeService, payload = "x"): Promise<Outcome> {
  const { applicationToken, baseUrl } = service.simulator;
  const { json } = await service.bare("POST", "/api/v1/authenticate", { application_token: applicationToken });
  const authorization = `Bearer ${(json as { readonly auth_token: string }).auth_token}`;
  const body = JSON.stringify({ source_address: "4911", payload });
  try {
    const answer = await fetch(baseUrl + path, {
      method: "POST",
      redirect: "manual",
      headers: { authorization },
      body,
    });
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get("location"),
      retryAfter: answer.headers.get("retry-after"),
    };
  } catch {
    return { status: "cut", text: "", location: null, retryAfter: null };
  }
}

const accepted = ({ simulator }: PracticeService): number => simulator.ledger().length;
const list = async (service: PracticeService): Promise<readonly Sms[]> =>
  (await service.call("GET", path)).json as readonly Sms[];

test.for([
  [{ kind: "error-before", status: 503, retryAfter: 30 }, [503, "30", 0]],
  [{ kind: "error-after", status: 503, retryAfter: 30 }, [503, "30", 1]],
  [{ kind: "throttle", retryAfter: 0 }, [429, "0", 0]],
  [{ kind: "throttle", retryAfter: -1 }, [429, "-1", 0]],
  [{ kind: "throttle", retryAfter: 1e9 }, [429, "1000000000", 0]],
  [{ kind: "throttle", retryAfter: "abc" }, [429, "abc", 0]],
  [{ kind: "throttle", retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" }, [429, "Wed, 21 Oct 2015 07:28:00 GMT", 0]],
  [{ kind: "answer-before", status: 501 }, [501, null, 0]],
  [{ kind: "answer-after", status: 202 }, [202, null, 1]],
  [{ kind: "answer-after", status: 200, body: "<html>" }, [200, null, 1]],
  [{ kind: "answer-before", status: 201, body: "{}" }, [201, null, 0]],
] as const)("%j is answered with status and Retry-After, and accepted, as %j", async ([rule, expected]) => {
  await using service = await withRule(rule);
  const { status, retryAfter } = await send(service);
  expect([status, retryAfter, accepted(service)]).toEqual(expected);
});

test("a 503 that is proven not accepted is marked by code, or only by the gateway's header", async () => {
  const answerTo = async (rule: Partial<FaultRule>): Promise<readonly unknown[]> => {
    await using service = await withRule({ kind: "throttle", status: 503, ...rule });
    const { status, headers, json } = await service.call("POST", path, { source_address: 1, payload: "x" });
    return [status, headers.get("x-amzn-errortype"), json, accepted(service)];
  };
  expect([await answerTo({}), await answerTo({ gateway: true })]).toEqual([
    [503, null, expect.objectContaining({ error_code: 1105 }) as unknown, 0],
    [503, "TooManyRequestsException", { message: "Too Many Requests" }, 0],
  ]);
});

test.for([301, 302, 303, 307, 308])(
  "a redirect with status %i comes before or after the message is accepted",
  async (status) => {
    const headers = { Location: "/api/v1/endpoint" };
    await using before = await withRule({ kind: "answer-before", status, headers });
    await using after = await withRule({ kind: "answer-after", status, headers });
    const seen = [await send(before), await send(after)].map((answer) => [answer.status, answer.location]);
    expect([seen, accepted(before), accepted(after)]).toEqual([
      [
        [status, "/api/v1/endpoint"],
        [status, "/api/v1/endpoint"],
      ],
      0,
      1,
    ]);
  },
);

test("a message with an immediately lost response is accepted later, by the simulator's clock, within the range of the rule", async () => {
  await using service = await withRule({ kind: "reset-late", delayMs: [5000, 58_000] });
  const { status } = await send(service);
  const counts = [accepted(service)];
  for (const step of [4999, 53_001]) {
    service.simulator.advance(step);
    counts.push(accepted(service));
  }
  expect([status, counts]).toEqual(["cut", [0, 0, 1]]);
});

test("a call that hangs is answered once the simulator's clock has moved", async () => {
  await using service = await withRule({ kind: "late", delayMs: 600_000, on: "dns.list" });
  const answer = service.call("GET", "/api/v1/dns");
  await expect
    .poll(async () => (await service.bare("GET", "/_simulator/requests")).json)
    .toMatchObject({
      operations: { "dns.list": 1 },
    });
  await service.bare("POST", "/_simulator/clock", { advanceMs: 600_000 });
  expect((await answer).status).toBe(200);
});

test("a delay within a range depends only on the seed", async () => {
  const countsBySecond = async (seed: number): Promise<string> => {
    await using service = await withRule({ kind: "reset-late", delayMs: [0, 60_000] }, { seed });
    for (const payload of ["a", "b", "c"]) await send(service, payload);
    const counts: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      service.simulator.advance(1000);
      counts.push(accepted(service));
    }
    return counts.join("");
  };
  const first = await countsBySecond(3);
  expect([first.endsWith("3"), await countsBySecond(3), (await countsBySecond(4)) === first]).toEqual([
    true,
    first,
    false,
  ]);
});

test("a stale list lacks records of the lag period", async () => {
  await using service = await withRule({ kind: "stale", delayMs: 10_000, on: "sms.list" });
  await send(service, "old");
  service.simulator.advance(6000);
  await send(service, "new");
  const first = await list(service);
  service.simulator.advance(4000);
  const second = await list(service);
  service.simulator.advance(6000);
  const third = await list(service);
  expect([first, second, third].map((records) => records.map((sms) => sms.payload))).toEqual([
    [],
    ["old"],
    ["new", "old"],
  ]);
});

test("a stale replica's empty list comes with the probability of its rule", async () => {
  await using service = await withRule({ kind: "answer-before", body: "[]", rate: 0.3, on: "sms.list" } as FaultRule);
  await send(service);
  const lengths: number[] = [];
  for (let look = 0; look < 40; look += 1) lengths.push((await list(service)).length);
  const empty = lengths.filter((length) => length === 0).length;
  expect([empty > 4, empty < 24, new Set(lengths)]).toEqual([true, true, new Set([0, 1])]);
});

test("a slow list has the state at the time of the request", async () => {
  await using service = await withRule({ kind: "drip", delayMs: 3_000_000, on: "sms.list" });
  await send(service, "before");
  const response = service.call("GET", path);
  await expect
    .poll(async () => (await service.bare("GET", "/_simulator/requests")).json)
    .toMatchObject({
      operations: { "sms.list": 1 },
    });
  await send(service, "after");
  for (let step = 0; step < 100; step += 1) service.simulator.advance(30_000);
  expect(((await response).json as readonly Sms[]).map((sms) => sms.payload)).toEqual(["before"]);
});

test("lists can be shuffled, doubled, paged, or inside an object", async () => {
  const read = async (form: FaultRule["form"], query = ""): Promise<unknown> => {
    await using service = await withRule({ kind: "list", on: "sms.list", form });
    for (const payload of ["1", "2", "3", "4", "5"]) {
      await send(service, payload);
      service.simulator.advance(1);
    }
    const { json, headers } = await service.call("GET", path + query);
    const texts = (records: unknown): string => (records as readonly Sms[]).map((sms) => sms.payload).join("");
    return Array.isArray(json)
      ? [texts(json), headers.get("x-total-pages")]
      : [texts((json as { readonly data: unknown }).data), "object"];
  };
  const [order] = (await read("shuffled")) as readonly string[];
  expect([
    (order ?? "").split("").toSorted().join(""),
    order === "54321",
    await read("duplicated"),
    await read("paged"),
    await read("paged", "?page=2"),
    await read("object"),
  ]).toEqual(["12345", false, ["5544332211", null], ["5", "5"], ["4", "5"], ["54321", "object"]]);
});

test.for(["", "null", "<html>", "{}", '[{"id":1'])("the list's body can be %j", async (body) => {
  await using service = await withRule({ kind: "answer-before", body, on: "sms.list" });
  const { status, text } = await service.call("GET", path);
  expect([status, text]).toEqual([200, body]);
});

test("the list can be compressed although the client did not accept that", async () => {
  await using service = await withRule({ kind: "gzip", on: "sms.list" });
  await send(service);
  const { headers, json } = await service.call("GET", path);
  expect([headers.get("content-encoding"), (json as readonly Sms[]).length]).toEqual(["gzip", 1]);
});

test.for([404, 405, 501])("the list can be missing with status %i", async (status) => {
  await using service = await withRule({ kind: "answer-before", status, on: "sms.list" });
  expect((await service.call("GET", path)).status).toBe(status);
});

test("records can be dated by another clock than the Date header, or in local time without a zone", async () => {
  const dates = async (recordClock: FaultPlan["recordClock"]): Promise<readonly [number, string]> => {
    await using service = await openPracticeService({ faults: recordClock === undefined ? {} : { recordClock } });
    await send(service);
    const { headers, json } = await service.call("GET", path);
    const text = (json as readonly Sms[])[0]?.submit_date ?? "";
    const time = Date.parse(text.replace(" ", "T").replace(/(\+0000)?$/, "Z"));
    return [Math.round((time - Date.parse(headers.get("date") ?? "")) / 60_000), text.replace(/[\d:]+/g, "n")];
  };
  const [spread] = await dates({ spreadMs: 3_600_000 });
  expect([
    await dates(undefined),
    await dates({ offsetMs: -1_200_000 }),
    await dates({ offsetMs: -18_000_000, dates: "sql" }),
    Math.abs(spread) <= 60 && spread !== 0,
  ]).toEqual([[0, "n-n-nTn.n+n"], [-20, "n-n-nTn.n+n"], [-300, "n-n-n n"], true]);
});

test("a portal user's equal SMS is accepted with ours or without it, and the ledger distinguishes them", async () => {
  const ledgerAfter = async (rule: Omit<FaultRule, "rate">): Promise<readonly unknown[]> => {
    await using service = await withRule({ ...rule, on: "sms.send" });
    const { status } = await send(service);
    const entries = service.simulator.ledger().map((entry) => [entry.sourceAddress, entry.foreign === true]);
    const { json: counts } = await service.bare("GET", "/_simulator/ledger?counts=1");
    const { json: summary } = await service.bare("GET", "/_simulator/ledger?summary=1");
    return [status, entries, counts, (summary as { readonly duplicates: unknown }).duplicates];
  };
  expect([
    await ledgerAfter({ kind: "equal-before" }),
    await ledgerAfter({ kind: "equal-after", source: "4999" }),
  ]).toEqual([
    ["cut", [["4911", true]], { counts: { "70001": 0 } }, []],
    [
      "cut",
      [
        ["4999", true],
        ["4911", false],
      ],
      { counts: { "70001": 1 } },
      [],
    ],
  ]);
});
