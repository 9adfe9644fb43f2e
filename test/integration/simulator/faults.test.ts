import { expect, test } from "vitest";
import type { SimulatorClock } from "../../../main/simulator/clock.ts";
import type { FaultPlan, FaultRule } from "../../../main/simulator/faults.ts";
import { type Answer, openPracticeService, type PracticeService } from "../../make/practice-service.ts";

const withRule = (rule: FaultRule): Promise<PracticeService> => openPracticeService({ faults: { rules: [rule] } });

const send = (service: PracticeService, endpoint = 70_001): Promise<Answer> =>
  service.call("POST", `/api/v1/endpoint/${endpoint}/sms`, { source_address: 1, payload: "x" });

/** The status of the response, or "cut" without one, and the number of accepted SMS. */
const attempt = async (service: PracticeService): Promise<readonly [number | "cut", number]> => {
  const status = await send(service).then(
    (answer) => answer.status,
    () => "cut" as const,
  );
  return [status, service.simulator.ledger().length];
};

test.for([
  [{ kind: "throttle", rate: 1 }, [429, 0]],
  [{ kind: "throttle", rate: 1, status: 503 }, [503, 0]],
  [{ kind: "error-before", rate: 1 }, [500, 0]],
  [{ kind: "error-after", rate: 1, status: 503 }, [503, 1]],
  [{ kind: "reset-before", rate: 1 }, ["cut", 0]],
  [{ kind: "reset-after", rate: 1 }, ["cut", 1]],
  [{ kind: "truncate", rate: 1 }, ["cut", 1]],
  [{ kind: "slow", rate: 1, delayMs: 5 }, [201, 1]],
  [{ kind: "html", rate: 1 }, [502, 0]],
  [{ kind: "unauthorized", rate: 1 }, [401, 0]],
  [{ kind: "refuse", rate: 1 }, [422, 0]],
  [{ kind: "refuse", rate: 1, status: 404 }, [404, 0]],
] as const)("the fault %j is answered and accepted as %j", async ([rule, expected]) => {
  await using service = await withRule(rule);
  expect(await attempt(service)).toEqual(expected);
});

test("a delayed message is accepted even if the client has disconnected", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
  const clock: SimulatorClock = {
    now: () => 0,
    after: (_delayMs, run) => {
      arrive(run);
      return () => {};
    },
  };
  const faults: FaultPlan = { rules: [{ kind: "late", rate: 1, on: "sms.send" }] };
  await using service = await openPracticeService({ clock, faults });
  const leaving = new AbortController();
  const call = service.call("POST", "/api/v1/endpoint/70001/sms", { source_address: 1, payload: "x" }, leaving.signal);
  const finishWork = await arrived;
  leaving.abort();
  await expect(call).rejects.toThrow();
  const before = service.simulator.ledger().length;
  finishWork();
  expect([before, service.simulator.ledger().length]).toEqual([0, 1]);
});

test("a throttled call reports the wait in the form that the rule specifies", async () => {
  const wait = async (retryAfter: FaultRule["retryAfter"]): Promise<string | null> => {
    await using service = await withRule({
      kind: "throttle",
      rate: 1,
      retryAfter,
    });
    const answer = await send(service);
    return answer.headers.get("Retry-After");
  };
  expect([await wait(undefined), await wait(false), await wait(true), await wait(7), await wait("date")]).toEqual([
    null,
    null,
    "1",
    "7",
    expect.stringMatching(/GMT$/),
  ]);
});

test("a rule affects only the operations and endpoints it names", async () => {
  await using service = await withRule({ kind: "error-before", rate: 1, on: ["sms.*"], endpoints: [70_002] });
  const answers = [send(service), send(service, 70_002), service.call("GET", "/api/v1/endpoint/70002")];
  expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([201, 500, 200]);
});

test("a rule can exclude the attempts after the first ones", async () => {
  await using service = await withRule({ kind: "error-before", rate: 1, attempts: 2 });
  expect([await send(service), await send(service), await send(service)].map((answer) => answer.status)).toEqual([
    500, 500, 201,
  ]);
});

test("sign-ins are only affected by a rule that names them", async () => {
  await using service = await withRule({ kind: "error-before", rate: 1 });
  const body = { application_token: service.simulator.applicationToken };
  const before = (await service.bare("POST", "/api/v1/authenticate", body)).status;
  service.simulator.setFaults({ rules: [{ kind: "error-before", rate: 1, on: "authenticate" }] });
  expect([before, (await service.bare("POST", "/api/v1/authenticate", body)).status]).toEqual([200, 500]);
});

test("the affected endpoints depend on the seed and not on the order of the calls", async () => {
  const struck = async (seed: number, order: readonly number[]): Promise<readonly number[]> => {
    const plan: FaultPlan = { seed, rules: [{ kind: "error-before", rate: 0.3, on: "sms.send" }] };
    await using service = await openPracticeService({ faults: plan });
    const answers = await Promise.all(order.map(async (id) => ({ id, status: (await send(service, id)).status })));
    return answers
      .filter((answer) => answer.status === 500)
      .map((answer) => answer.id)
      .sort((a, b) => a - b);
  };
  const ids = Array.from({ length: 60 }, (_, index) => 70_001 + index);
  const first = await struck(5, ids);
  expect([
    await struck(5, [...ids].reverse()),
    (await struck(6, ids)).join() === first.join(),
    first.length > 8,
  ]).toEqual([first, false, true]);
});

test("a rejection depends on the recipient: it is the same at every attempt", async () => {
  await using service = await withRule({ kind: "refuse", rate: 0.5 });
  const round = (): Promise<readonly number[]> =>
    Promise.all(Array.from({ length: 20 }, async (_, index) => (await send(service, 70_001 + index)).status));
  const first = await round();
  expect([await round(), new Set(first).size]).toEqual([first, 2]);
});

test("a rate limit accepts this many calls in each window of the simulator's clock", async () => {
  await using service = await openPracticeService({
    faults: { rateLimit: { requests: 3, windowMs: 60_000, retryAfter: true } },
  });
  const round = async (): Promise<readonly number[]> => [
    (await send(service)).status,
    (await send(service)).status,
    (await send(service)).status,
  ];
  const first = await round();
  const wait = (await send(service)).headers.get("Retry-After");
  service.simulator.advance(60_000);
  expect([first, wait, await round()]).toEqual([[201, 201, 429], "60", [201, 201, 201]]);
});

test("a plan can be read and replaced while the service runs, and an invalid one changes nothing", async () => {
  await using service = await openPracticeService();
  const plan = { seed: 3, rules: [{ kind: "error-before", rate: 1 }] };
  const set = await service.bare("POST", "/_simulator/faults", plan);
  const bad = await service.bare("POST", "/_simulator/faults", { rules: [{ kind: "meteor", rate: 1 }] });
  expect([set.json, bad.status, bad.json, (await service.bare("GET", "/_simulator/faults")).json]).toEqual([
    plan,
    400,
    {
      message: expect.stringMatching(
        /^Fault rule 1 has the unknown kind "meteor"\. Known kinds are throttle, /,
      ) as string,
    },
    plan,
  ]);
});

test("401 comes in bursts", async () => {
  await using service = await openPracticeService({
    faults: { seed: 2, rules: [{ kind: "unauthorized", rate: 0.1, burst: 4 }] },
  });
  let statuses = "";
  for (let call = 0; call < 60; call += 1)
    statuses += (await service.call("GET", "/api/v1/dns")).status === 401 ? "x" : ".";
  expect(statuses).toMatch(/^\.*(x{4,}\.+)+$/);
});

test("an auth token expires after this many calls, and a new one works again", async () => {
  await using service = await openPracticeService({ faults: { callsPerToken: 2 } });
  const status = async (): Promise<number> => (await service.call("GET", "/api/v1/dns")).status;
  const first = [await status(), await status(), await status()];
  await service.signIn();
  expect([first, await status()]).toEqual([[200, 200, 401], 200]);
});

test("responses can lack the Date header", async () => {
  await using service = await openPracticeService({ faults: { noDate: true } });
  expect((await service.call("GET", "/api/v1/dns")).headers.get("date")).toBe(null);
});

test("every kind can be set over the admin path while the service runs", async () => {
  await using service = await openPracticeService();
  const plan = {
    recordClock: { offsetMs: -1_200_000, spreadMs: 5, dates: "sql" },
    noDate: true,
    callsPerToken: 60,
    rules: [
      { kind: "reset-late", rate: 0.1, delayMs: [5, 10], burst: 2 },
      { kind: "list", rate: 1, form: "paged", on: "sms.list" },
      { kind: "equal-after", rate: 1, source: "1" },
      { kind: "answer-after", rate: 1, status: 307, headers: { Location: "/" }, retryAfter: "abc", body: "" },
    ],
  };
  const set = await service.bare("POST", "/_simulator/faults", plan);
  expect([set.status, set.json]).toEqual([200, plan]);
});
