/** The state of services, derived from the results of calls; with a fake clock and a fake network. */
import { codedText } from "#shared/texts/coded-text.ts";
import { beforeEach, expect, test } from "vitest";
import { ExchangeError, type Answer, type Exchanged } from "../../../../main/core/api/exchange.ts";
import { failureOfBrokenBody } from "../../../../main/core/api/network-errors.ts";
import type { WireRequest } from "../../../../main/core/api/transport.ts";
import { ServiceReachability } from "../../../../main/features/connections/reachability.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeConnectivity, type FakeConnectivity } from "../../../fakes/fake-connectivity.ts";
import { answer, lost, makeWire, type Wire, wireBaseUrl } from "../../../fakes/fake-wire.ts";

const baseUrl = wireBaseUrl;
let clock: FakeClock;
let network: FakeConnectivity;
let notifiedUrls: string[];
beforeEach(() => {
  clock = createFakeClock();
  network = createFakeConnectivity();
  notifiedUrls = [];
});

const start = (keepAlive = false): ServiceReachability => {
  const services = new ServiceReachability({
    clock,
    connectivity: network,
    keepAlive,
    onChanged: (of) => notifiedUrls.push(of),
  });
  services.start();
  return services;
};
const get: WireRequest = { method: "GET", path: "/x", headers: [] };
const post: WireRequest = { method: "POST", path: "/x", headers: [], body: "{}" };

/** Services watched over a transport with this result. */
function meeting(next: Exchanged, keepAlive = false): { readonly services: ServiceReachability; readonly wire: Wire } {
  const wire = makeWire();
  wire.next = next;
  return { services: start(keepAlive), wire };
}

test("the state of a service is unknown before a call to it", () => {
  expect(start().of(baseUrl)).toEqual({ state: "unknown" });
});

test.each([200, 201, 401, 404, 422, 429, 500, 503])(
  "any answer of the service, such as %d, means online",
  async (status) => {
    const services = start();
    const wire = makeWire();
    wire.next = answer(status);
    await services.watch(wire).exchange(get);
    expect(services.of(baseUrl)).toEqual({ state: "online", since: clock.now() });
  },
);

test.each([
  ["ECONNREFUSED", "connection-refused"],
  ["ENOTFOUND", "dns-failed"],
  ["ENETUNREACH", "network-unreachable"],
  ["UND_ERR_CONNECT_TIMEOUT", "connect-timeout"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls-refused"],
])("a call that could not begin (%s) means offline, with its code", async (cause, code) => {
  const services = start();
  const wire = makeWire();
  wire.next = lost(cause);
  await services.watch(wire).exchange(post);
  expect(services.of(baseUrl)).toMatchObject({ state: "offline", code, since: clock.now() });
});

test.each([
  ["the sign-in page of a network", answer(200, { "content-type": "text/html; charset=utf-8" }, "<html>")],
  ["a redirect", answer(302)],
  ["511", answer(511)],
  ["a proxy that requires a sign-in", answer(407)],
])("%s is not the service", async (_case, response) => {
  const services = start();
  const wire = makeWire();
  wire.next = response;
  await services.watch(wire).exchange(get);
  expect(services.of(baseUrl).state).toBe("offline");
});

test("an answer without a body is the service's, whatever content type it has", async () => {
  const services = start();
  const wire = makeWire();
  wire.next = answer(201, { "content-type": "text/html", location: "/api/v1/endpoint/1/sms/2" });
  await services.watch(wire).exchange(post);
  expect(services.of(baseUrl).state).toBe("online");
});

test("one lost answer changes nothing; three in a row mean offline, and an answer in between resets the count", async () => {
  const services = start();
  const wire = makeWire();
  const call = async (next: Exchanged): Promise<string> => {
    wire.next = next;
    await services.watch(wire).exchange(get);
    return services.of(baseUrl).state;
  };
  const states = [];
  for (const next of [answer(200), lost("ECONNRESET", true), lost("ECONNRESET", true), answer(200)])
    states.push(await call(next));
  for (let times = 0; times < 3; times += 1) states.push(await call(lost("ECONNRESET", true)));
  expect(states).toEqual(["online", "online", "online", "online", "online", "online", "offline"]);
});

test("notifies a change once, not at every call", async () => {
  const services = start();
  const wire = makeWire();
  const watched = services.watch(wire);
  for (let times = 0; times < 5; times += 1) await watched.exchange(get);
  wire.next = lost("ECONNREFUSED");
  for (let times = 0; times < 5; times += 1) await watched.exchange(get);
  expect(notifiedUrls).toEqual([baseUrl, baseUrl]);
});

test("without a network a call ends at once as never written, and no request is sent", async () => {
  const services = start();
  const wire = makeWire();
  network.turn(false);
  const result = await services.watch(wire).exchange(post);
  expect(result).toMatchObject({ kind: "lost", started: false, error: { code: "offline" } });
  expect(wire.requests).toEqual([]);
  expect(services.of(baseUrl)).toEqual({
    state: "offline",
    code: "offline",
    message: codedText("offline"),
    since: clock.now(),
  });
});

test("a service on this computer needs no network", async () => {
  const services = start();
  const wire = makeWire("http://127.0.0.1:8080");
  network.turn(false);
  expect(await services.watch(wire).exchange(get)).toMatchObject({ kind: "answer" });
  expect(services.of("http://127.0.0.1:8080").state).toBe("online");
});

test("when the network is lost, a read in progress is aborted and a write waits for its answer", async () => {
  const services = start();
  const wire = makeWire();
  wire.next = new Promise(() => undefined);
  const signals: (AbortSignal | undefined)[] = [];
  const watched = services.watch({
    ...wire,
    exchange: (request) => {
      signals.push(request.signal);
      return wire.exchange(request);
    },
  });
  void watched.exchange(get);
  void watched.exchange(post);
  network.turn(false);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, undefined]);
});

test("an answer interrupted by the loss of the network was cut off, not aborted by the caller", async () => {
  const services = start();
  const wire = makeWire();
  const exchange = Promise.withResolvers<Exchanged>();
  wire.next = exchange.promise;
  const reading = services.watch(wire).exchange(get);
  network.turn(false);
  exchange.resolve({ ...(answer(200) as Answer), broken: new ExchangeError("aborted") });
  const result = (await reading) as Answer;
  expect(failureOfBrokenBody(result)).toMatchObject({ kind: "lost", code: "offline", accepted: "unknown" });
});

test("when the network returns, the state is unknown until one cheap probe is answered", async () => {
  const services = start();
  const wire = makeWire();
  const watched = services.watch(wire);
  await watched.exchange(get);
  network.turn(false);
  network.turn(true);
  expect(services.of(baseUrl).state).toBe("unknown");
  await clock.advance(500);
  expect(services.of(baseUrl).state).toBe("online");
  expect(wire.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /x", "GET /"]);
  expect(wire.requests[1]?.headers.join(" ")).not.toMatch(/authorization/i);
});

test("a network that flickers causes one probe", async () => {
  const services = start();
  const wire = makeWire();
  await services.watch(wire).exchange(get);
  for (let times = 0; times < 10; times += 1) {
    network.turn(false);
    network.turn(true);
    await clock.advance(100);
  }
  await clock.advance(1000);
  expect(wire.requests.length).toBe(2);
});

test("an offline service is probed at growing intervals, for as long as the program runs", async () => {
  const { services, wire } = meeting(lost("ECONNREFUSED"), true);
  await services.watch(wire).exchange(get);
  await clock.advance(60 * 60_000);
  const questions = wire.requests.length - 1;
  expect(questions).toBeGreaterThan(8);
  expect(questions).toBeLessThan(20);
  wire.next = answer(401);
  await clock.advance(5 * 60_000);
  expect(services.of(baseUrl).state).toBe("online");
  expect(clock.waiting).toBe(0);
  services.stop();
});

test("an offline service is probed at once on request, and reported as online", async () => {
  const { services, wire } = meeting(lost("ECONNREFUSED"), true);
  await services.watch(wire).exchange(get);
  await services.probe(baseUrl);
  expect([wire.requests.length, services.of(baseUrl).state]).toEqual([2, "offline"]);
  wire.next = answer(401);
  await services.probe(baseUrl);
  expect([wire.requests.length, services.of(baseUrl).state]).toEqual([3, "online"]);
  expect(clock.waiting).toBe(0);
  await services.probe("https://nobody.example.net");
  expect(wire.requests.length).toBe(3);
  services.stop();
});

test("many calls that fail at once do not postpone the next probe", async () => {
  const { services, wire } = meeting(lost("ECONNREFUSED"), true);
  const watched = services.watch(wire);
  for (let times = 0; times < 50; times += 1) await watched.exchange(post);
  wire.next = answer(401);
  await clock.advance(15_000);
  expect(services.of(baseUrl).state).toBe("online");
  services.stop();
});

test("a short-lived command sends no probes", async () => {
  const services = start(false);
  const wire = makeWire();
  wire.next = lost("ECONNREFUSED");
  await services.watch(wire).exchange(get);
  expect(clock.waiting).toBe(0);
});

test("a call aborted by the program does not change the state", async () => {
  const { services, wire } = meeting(lost("UND_ERR_DESTROYED"));
  await services.watch(wire).exchange(get);
  expect(services.of(baseUrl)).toEqual({ state: "unknown" });
});

test("no timer is left after a transport is closed or the program has stopped", async () => {
  const { services, wire } = meeting(lost("ECONNREFUSED"), true);
  const watched = services.watch(wire);
  await watched.exchange(get);
  expect(clock.waiting).toBe(1);
  await watched.close();
  expect(clock.waiting).toBe(0);
  await services.watch(wire).exchange(get);
  services.stop();
  network.turn(false);
  network.turn(true);
  expect(clock.waiting).toBe(0);
});

test("a read without an answer is reported with the time it was sent, a write is not", async () => {
  const wire = makeWire();
  const services = start();
  const watched = services.watch(wire);
  const answered = Promise.withResolvers<Exchanged>();
  wire.next = answered.promise;
  const write = watched.exchange(post);
  await clock.advance(1_000);
  expect(services.of(baseUrl).waitingSince).toBeUndefined();
  const sentAt = clock.now();
  const read = watched.exchange(get);
  await clock.advance(12_000);
  expect(services.of(baseUrl)).toMatchObject({ waitingSince: sentAt });
  answered.resolve(answer(200));
  await Promise.all([read, write]);
  expect(services.of(baseUrl).waitingSince).toBeUndefined();
});
