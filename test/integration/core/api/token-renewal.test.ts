/** A 401: one shared renewal, one retry of the call, and the detection of the separator. */
import { codedText } from "#shared/texts/coded-text.ts";
import { afterEach, expect, test } from "vitest";
import type { Authorizer } from "../../../../main/core/api/client.ts";
import type { Dialect, DialectOptions } from "../../../../main/core/api/dialect.ts";
import { listSms, sendSms } from "../../../../main/core/api/sms.ts";
import { AppError } from "#shared/failure.ts";
import { httpAnswer, startOddService, type OddService } from "../../../fakes/odd-service.ts";
import { makeApiClient, makeAuthorizer } from "../../../make/api-client.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const draft = { sourceAddress: "4911", payload: "x" };
const nbsp = "\u00a0";
const auto: DialectOptions = {
  separator: "auto",
  quotaPath: "auto",
  filterNames: "auto",
  sourceAddress: "number",
  smsAutoRefill: "number",
};

/** Accepts only these Authorization values. */
async function serviceTaking(...values: readonly string[]): Promise<OddService> {
  const service = await startOddService(({ headers, method }, socket) => {
    const isAccepted = values.includes(headers["authorization"] ?? "");
    if (!isAccepted)
      socket.write(httpAnswer(401, { "x-amzn-errortype": "AccessDeniedException" }, '{"message":"No."}'));
    else if (method === "POST") socket.write(httpAnswer(201, { location: "/sms/7" }));
    else socket.write(httpAnswer(200, {}, "[]"));
  });
  open.push(service);
  return service;
}

function authorizations(service: OddService): (string | undefined)[] {
  return service.seen.map((request) => request.headers["authorization"]);
}

/** Renews "OLD" to "NEW" once, for any number of callers. */
function renewingAuthorizer(): Authorizer & { readonly renewals: number } {
  let token = "OLD";
  let renewals = 0;
  return {
    token: () => Promise.resolve(token),
    renew: (rejected) => {
      if (rejected === token) {
        renewals += 1;
        token = "NEW";
      }
      return Promise.resolve(token);
    },
    issuedAt: () => undefined,
    get renewals() {
      return renewals;
    },
  };
}

test("renews once for all calls with a 401 and retries each message once", async () => {
  const service = await serviceTaking(`Bearer${nbsp}NEW`);
  const authorizer = renewingAuthorizer();
  const api = makeApiClient(service.baseUrl, { authorizer });
  open.push(api);
  const results = await Promise.all(Array.from({ length: 8 }, (_, id) => sendSms(api, String(id), draft)));
  expect(results.map((result) => result.kind)).toEqual(Array.from({ length: 8 }, () => "accepted"));
  expect(authorizer.renewals).toBe(1);
  expect(service.seen).toHaveLength(16);
});

test("a second 401, for the renewed token, ends the call after two requests and is reported as such", async () => {
  const service = await serviceTaking();
  const api = makeApiClient(service.baseUrl, { authorizer: renewingAuthorizer() });
  open.push(api);
  const result = await sendSms(api, "1", draft);
  expect(result).toMatchObject({ kind: "not-sent", cause: "token-rejected", code: "sign-in-required" });
  expect(authorizations(service)).toEqual([`Bearer${nbsp}OLD`, `Bearer${nbsp}NEW`]);
});

test("a renewal that needs a sign-in ends the call with its code, for writes and reads", async () => {
  const service = await serviceTaking();
  const renew = (): Promise<string> => Promise.reject(new AppError("sign-in-required", codedText("token-rejected")));
  const api = makeApiClient(service.baseUrl, { authorizer: makeAuthorizer({ renew }) });
  open.push(api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ cause: "signed-out", message: codedText("token-rejected") });
  await expect(listSms(api, "1")).rejects.toMatchObject({ code: "sign-in-required" });
});

test("an internal error while getting a token counts as not sent, and is logged", async () => {
  const service = await serviceTaking();
  const token = (): Promise<string> => Promise.reject(new TypeError("boom"));
  const api = makeApiClient(service.baseUrl, { authorizer: makeAuthorizer({ token }) });
  open.push(api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "not-sent", code: "internal" });
  expect(service.seen).toEqual([]);
});

test("an internal error after the service accepted counts as unknown, never as not sent", async () => {
  const service = await serviceTaking(`Bearer${nbsp}TOKEN`);
  const save = (): void => {
    throw new TypeError("boom");
  };
  const api = makeApiClient(service.baseUrl, { options: auto, dialectMemory: { load: () => ({}), save } });
  open.push(api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "unknown", code: "internal" });
  expect(service.seen).toHaveLength(1);
});

test("retries a rejected fresh token once with an ordinary space, and stores the separator", async () => {
  const service = await serviceTaking("Bearer TOKEN");
  const saved: Partial<Dialect>[] = [];
  const memory = { load: () => ({}), save: (dialect: Partial<Dialect>) => void saved.push(dialect) };
  const issuedAt = (): number => Date.now();
  const api = makeApiClient(service.baseUrl, {
    options: auto,
    dialectMemory: memory,
    authorizer: makeAuthorizer({ issuedAt }),
  });
  open.push(api);
  await sendSms(api, "1", draft);
  await sendSms(api, "2", draft);
  expect(authorizations(service)).toEqual([`Bearer${nbsp}TOKEN`, "Bearer TOKEN", "Bearer TOKEN"]);
  expect(saved).toEqual([{ separator: "space" }]);
});

test("renews a rejected old token before it tries the other separator", async () => {
  const service = await serviceTaking("Bearer NEW");
  let issued = 0;
  const authorizer = makeAuthorizer({
    token: () => Promise.resolve("OLD"),
    renew: () => {
      issued = Date.now();
      return Promise.resolve("NEW");
    },
    issuedAt: () => issued,
  });
  const api = makeApiClient(service.baseUrl, { options: auto, authorizer });
  open.push(api);
  expect(await sendSms(api, "1", draft)).toMatchObject({ kind: "accepted" });
  expect(authorizations(service)).toEqual([`Bearer${nbsp}OLD`, `Bearer${nbsp}NEW`, "Bearer NEW"]);
});

test("the first success confirms the specification's separator, and later rejections do not change it", async () => {
  const service = await serviceTaking(`Bearer${nbsp}NEW`, `Bearer${nbsp}OLD`);
  const authorizer = { ...renewingAuthorizer(), issuedAt: () => Date.now() };
  const api = makeApiClient(service.baseUrl, { options: auto, authorizer });
  open.push(api);
  await sendSms(api, "1", draft);
  expect(api.dialect.separator()).toEqual({ form: "nbsp", isConfirmed: true });
});

test("uses the stored separator immediately; an option overrides it", async () => {
  const service = await serviceTaking("Bearer TOKEN");
  const memory = { load: () => ({ separator: "nbsp" }) as const, save: () => undefined };
  const forced = makeApiClient(service.baseUrl, { options: { ...auto, separator: "space" }, dialectMemory: memory });
  open.push(forced);
  await sendSms(forced, "1", draft);
  expect(authorizations(service)).toEqual(["Bearer TOKEN"]);
});

test("does not retry with the renewed token if its sender may no longer send", async () => {
  const service = await serviceTaking("Bearer NEW");
  const client = makeApiClient(service.baseUrl, {
    options: { ...auto, separator: "space" },
    authorizer: renewingAuthorizer(),
  });
  open.push(client);
  let writes = 0;
  const beforeWrite = (): Promise<void> | undefined =>
    (writes += 1) === 1 ? undefined : Promise.reject(new AppError("lease-lost", codedText("lease-lost")));
  expect(await sendSms(client, "1", draft, { beforeWrite })).toMatchObject({ kind: "not-sent" });
  expect(authorizations(service)).toEqual(["Bearer OLD"]);
});
