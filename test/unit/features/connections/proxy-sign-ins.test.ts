/** Sign-ins of proxies: when the keychain is read, and what a failure means. */
import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { expect, test } from "vitest";
import { createProxySignIns, type ProxySignIns } from "../../../../main/features/connections/proxy-sign-ins.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

const address = "http://proxy.example:3128";

/** `reads`: what the keychain answers, one after the other. */
function signInsOf(reads: readonly (string | Error)[]): {
  readonly signIns: ProxySignIns;
  readonly count: () => number;
} {
  let count = 0;
  const keychain = {
    protection: "memory" as const,
    get: async (): Promise<string | undefined> => {
      const answer = reads[count];
      count += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    set: async () => undefined,
    delete: async () => undefined,
  };
  const proxy = { resolve: async () => address };
  const signIns = createProxySignIns({ proxy, keychain, log: createFakeLog(), onChanged: () => undefined });
  return { signIns, count: () => count };
}

const saved = JSON.stringify({ username: "anna", password: "p@ss" });
const withSignIn = "http://anna:p%40ss@proxy.example:3128/";
const resolveTwice = async ({ resolve }: ProxySignIns): Promise<unknown> => [await resolve(""), await resolve("")];

test("a sign-in is read once", async () => {
  const { signIns, count } = signInsOf([saved]);
  expect(await resolveTwice(signIns)).toEqual([withSignIn, withSignIn]);
  expect(count()).toBe(1);
});

test("a keychain that failed is read again at the next request", async () => {
  const locked = new AppError("keychain-locked", codedText("internal"));
  const { signIns } = signInsOf([locked, saved]);
  expect(await resolveTwice(signIns)).toEqual([address, withSignIn]);
});

test("a damaged sign-in is read once, until another is saved", async () => {
  const { signIns, count } = signInsOf(["{", saved]);
  expect(await resolveTwice(signIns)).toEqual([address, address]);
  expect(count()).toBe(1);
  await signIns.save("proxy.example:3128", { username: "anna", password: "p@ss" });
  expect(await signIns.resolve("")).toBe(withSignIn);
});
