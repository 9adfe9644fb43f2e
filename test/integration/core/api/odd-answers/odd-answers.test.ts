/** Every odd response of the service facts, sent as bytes, or the test that covers it. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { startOddService } from "../../../../fakes/odd-service.ts";
import { makeApiClient, makeTransport, specificationForms } from "../../../../make/api-client.ts";
import { administration } from "./administration.ts";
import { conventions } from "./conventions.ts";
import { coveredFacts } from "./covered-facts.ts";
import { errors } from "./errors.ts";
import { events } from "./events.ts";
import { messages } from "./messages.ts";
import { recordsOfTheFleet } from "./records-of-the-fleet.ts";

const facts = [...conventions, ...errors, ...messages, ...recordsOfTheFleet, ...administration, ...events];

test.each(facts)("section $section: $statement", async ({ answers, run, result: gives, failure: fails }) => {
  const service = await startOddService((_request, socket, index) => {
    socket.write(answers[Math.min(index, answers.length - 1)] ?? "");
  });
  // Differences between the specification and the live service are detected.
  const options = { ...specificationForms, quotaPath: "auto", filterNames: "auto" } as const;
  const api = makeApiClient(service.baseUrl, { options, authorizer: noSignIn });
  const transport = makeTransport(service.baseUrl);
  try {
    if (fails === undefined) expect(await run(api, transport)).toEqual(gives);
    else await expect(run(api, transport)).rejects.toMatchObject(fails);
  } finally {
    await api.close();
    await transport.close();
    await service.close();
  }
});

const noSignIn = {
  token: () => Promise.resolve("TOKEN"),
  renew: () => Promise.resolve("TOKEN-2"),
  issuedAt: () => undefined,
};

test("covers each fact once", () => {
  const names = facts.map(({ section, statement }) => `${section}: ${statement}`);
  expect(new Set(names).size).toBe(names.length);
});

test.each(coveredFacts)("section $section has an existing test: $statement", ({ file, title }) => {
  const path = resolve(import.meta.dirname, "../../../../..", file);
  expect([file, existsSync(path)]).toEqual([file, true]);
  expect(readFileSync(path, "utf8").replaceAll(/\s+/g, " ")).toContain(title);
});

test("covers every section of the service facts", () => {
  const sections = new Set([...facts, ...coveredFacts].map(({ section }) => section));
  expect([...sections].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
});
