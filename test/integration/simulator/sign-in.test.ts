import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Answer, openPracticeService, type PracticeService } from "../../make/practice-service.ts";

const path = "/api/v1/authenticate";
const minuteMs = 60_000;

interface Pair {
  readonly auth_token: string;
  readonly refresh_token: string;
}

const signInByPassword = async ({ bare, simulator }: PracticeService): Promise<Pair> => {
  const { username, password } = simulator;
  return (await bare("POST", path, { username, password })).json as Pair;
};

const refresh = ({ bare }: PracticeService, pair: Pair): Promise<Answer> =>
  bare("POST", path, { refresh_token: pair.refresh_token });

const listWith = async ({ bare }: PracticeService, token: string, separator = " "): Promise<number> =>
  (await bare("GET", "/api/v1/endpoint?per_page=1", undefined, `Bearer${separator}${token}`)).status;

test("an application token returns an auth token and nothing else", async () => {
  await using service = await openPracticeService();
  const answer = await service.bare("POST", path, { application_token: service.simulator.applicationToken });
  expect([answer.status, Object.keys(answer.json as object)]).toEqual([200, ["auth_token"]]);
});

test("accepts a password in clear text and as its SHA-1", async () => {
  await using service = await openPracticeService();
  const { username, password } = service.simulator;
  const sha1 = createHash("sha1").update(password).digest("hex");
  const answers = [password, sha1].map((form) => service.bare("POST", path, { username, password: form }));
  expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([200, 200]);
});

test("an auth token is a JWT that names the account and lasts 240 minutes", async () => {
  await using service = await openPracticeService();
  const { auth_token: token } = await signInByPassword(service);
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, number>;
  expect([claims["esc.org"], claims["esc.orgName"], (claims["exp"] ?? 0) - (claims["iat"] ?? 0)]).toEqual([
    4401,
    "Fleet Operations",
    240 * 60,
  ]);
});

test("a refresh token works once", async () => {
  await using service = await openPracticeService();
  const pair = await signInByPassword(service);
  expect([(await refresh(service, pair)).status, (await refresh(service, pair)).status]).toEqual([200, 401]);
});

test("signing in elsewhere ends the refresh token but not the auth token", async () => {
  await using service = await openPracticeService();
  const first = await signInByPassword(service);
  await signInByPassword(service);
  expect([(await refresh(service, first)).status, await listWith(service, first.auth_token)]).toEqual([401, 200]);
});

test("tokens expire by the simulator's clock, the refresh token last", async () => {
  await using service = await openPracticeService();
  const pair = await signInByPassword(service);
  service.simulator.advance(241 * minuteMs);
  expect(await listWith(service, pair.auth_token)).toBe(401);
  service.simulator.advance(110 * minuteMs);
  expect((await refresh(service, pair)).status).toBe(401);
});

test("three wrong passwords block the user for five minutes, even with the correct one", async () => {
  await using service = await openPracticeService();
  const { username, password } = service.simulator;
  const statuses: number[] = [];
  for (const attempt of ["a", "b", "c", password]) {
    statuses.push((await service.bare("POST", path, { username, password: attempt })).status);
  }
  const blocked = await service.bare("POST", path, { username, password });
  service.simulator.advance(5 * minuteMs);
  const after = await service.bare("POST", path, { username, password });
  expect([statuses, blocked.json, after.status]).toEqual([
    [401, 401, 401, 429],
    expect.objectContaining({ error_code: 1105, error_token: "TooManyRequests" }),
    200,
  ]);
});

test("rejects a wrong password with an empty body", async () => {
  await using service = await openPracticeService();
  const answer = await service.bare("POST", path, { username: "operator@example.com", password: "no" });
  expect([answer.status, answer.text]).toEqual([401, ""]);
});

test.for([
  ["nbsp", [200, 401]],
  ["space", [401, 200]],
  ["both", [200, 200]],
] as const)("with the separator %s, non-breaking space and space get %j", async ([separator, expected]) => {
  await using service = await openPracticeService({ accept: { separator } });
  const { auth_token: token } = await signInByPassword(service);
  expect([await listWith(service, token, "\u00a0"), await listWith(service, token, " ")]).toEqual(expected);
});

test("the gateway rejects a missing token with its own message", async () => {
  await using service = await openPracticeService();
  const answer = await service.bare("GET", "/api/v1/endpoint");
  expect([answer.status, answer.json, answer.headers.get("x-amzn-errortype")]).toEqual([
    401,
    { message: "Unauthorized" },
    "AccessDeniedException",
  ]);
});

test("every session can be ended, and the application token replaced", async () => {
  await using service = await openPracticeService();
  const pair = await signInByPassword(service);
  const old = service.simulator.applicationToken;
  const rotated = await service.bare("POST", "/_simulator/sessions", { revoke: true, rotateApplicationToken: true });
  const fresh = (rotated.json as { readonly applicationToken: string }).applicationToken;
  const retry = (token: string): Promise<Answer> => service.bare("POST", path, { application_token: token });
  expect([
    await listWith(service, pair.auth_token),
    (await refresh(service, pair)).status,
    (await retry(old)).status,
    (await retry(fresh)).status,
  ]).toEqual([401, 401, 401, 200]);
});
