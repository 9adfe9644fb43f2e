import { describe, expect, test } from "vitest";
import { z } from "zod";
import { codedText } from "#shared/texts/coded-text.ts";
import { operation } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import { createClient, createRouter, type HandlersOf } from "../../../../main/core/ipc/router.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

const contract = {
  greeting: {
    operations: {
      greet: operation(
        z.object({ name: z.string().min(1), times: z.number().int().default(1) }),
        z.object({ text: z.string() }),
      ),
      wait: operation(z.object({}), z.object({})),
    },
    topics: {},
  },
} as const;

const working: HandlersOf<typeof contract> = {
  greeting: {
    greet: ({ name, times }) => Promise.resolve({ text: `Hello ${name}. `.repeat(times).trim() }),
    wait: (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("gone", "AbortError")));
      }),
  },
};

function routerWith(
  greeting: Partial<HandlersOf<typeof contract>["greeting"]>,
): ReturnType<typeof createRouter> & { log?: unknown } {
  return createRouter(contract, { greeting: { ...working.greeting, ...greeting } }, createFakeLog());
}

describe("the router", () => {
  test("returns the handler's value, with input defaults applied", async () => {
    expect(await routerWith({})("greeting.greet", { name: "Ada" })).toEqual({
      ok: true,
      value: { text: "Hello Ada." },
    });
  });

  test.each([
    "greeting.shout",
    "nothing.greet",
    "greeting",
    "greeting.greet.more",
    "",
    "constructor.name",
    "greeting.constructor",
    "__proto__.greet",
  ])("does not know the operation %j", async (address) => {
    const text = codedText("unknown-operation", { address });
    expect(await routerWith({})(address, {})).toEqual({ ok: false, failure: { code: "unknown-operation", text } });
  });

  test("names the field of an invalid input", async () => {
    const outcome = await routerWith({})("greeting.greet", { name: "Ada", times: "three" });
    expect(outcome).toEqual({
      ok: false,
      failure: {
        code: "invalid-input",
        text: codedText("field-problem", { field: "times", problem: codedText("type-number") }),
        details: { field: "times" },
      },
    });
  });

  test("treats a missing input as an empty one", async () => {
    expect(await routerWith({})("greeting.greet", undefined)).toMatchObject({
      ok: false,
      failure: { code: "invalid-input" },
    });
  });

  test("drops output fields that the contract does not declare", async () => {
    const leaky = { greet: () => Promise.resolve({ text: "Hello.", token: "secret" }) };
    expect(await routerWith(leaky)("greeting.greet", { name: "Ada" })).toEqual({ ok: true, value: { text: "Hello." } });
  });

  test("returns a handler's own code, text and details", async () => {
    const refusing = {
      greet: () => Promise.reject(new AppError("too-shy", codedText("locked-out"), { details: { until: 5 } })),
    };
    expect(await routerWith(refusing)("greeting.greet", { name: "Ada" })).toEqual({
      ok: false,
      failure: { code: "too-shy", text: codedText("locked-out"), details: { until: 5 } },
    });
  });

  test("turns an unknown error into `internal` and logs it", async () => {
    const log = createFakeLog();
    const handlers = {
      greeting: { ...working.greeting, greet: () => Promise.reject(new TypeError("x is not a function")) },
    };
    const outcome = await createRouter(contract, handlers, log)("greeting.greet", { name: "Ada" });
    expect(outcome).toEqual({
      ok: false,
      failure: { code: "internal", text: codedText("internal") },
    });
    expect(log.text()).toContain("x is not a function");
  });

  test("returns internal when a handler violates the contract", async () => {
    const broken = { greet: () => Promise.resolve({ text: 5 } as unknown as { text: string }) };
    expect(await routerWith(broken)("greeting.greet", { name: "Ada" })).toMatchObject({
      ok: false,
      failure: { code: "internal" },
    });
  });

  test("returns aborted when the caller cancels", async () => {
    const controller = new AbortController();
    const outcome = routerWith({})("greeting.wait", {}, controller.signal);
    controller.abort();
    expect(await outcome).toEqual({ ok: false, failure: { code: "aborted", text: codedText("operation-aborted") } });
  });

  test("does not start a call whose caller has already disconnected", async () => {
    const outcome = await routerWith({})("greeting.greet", { name: "Ada" }, AbortSignal.abort());
    expect(outcome).toMatchObject({ ok: false, failure: { code: "aborted" } });
  });
});

describe("the client over a router", () => {
  test("returns values", async () => {
    expect(await createClient<typeof contract>(routerWith({})).greeting.greet({ name: "Ada", times: 2 })).toEqual({
      text: "Hello Ada. Hello Ada.",
    });
  });

  test("throws failures with their code", async () => {
    const failing = createClient<typeof contract>(routerWith({})).greeting.greet({ name: "" });
    await expect(failing).rejects.toMatchObject({ name: "AppError", code: "invalid-input" });
  });
});
