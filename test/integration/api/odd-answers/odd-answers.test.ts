/** Every odd answer of the service facts, fed as bytes; or the test that feeds it, by name. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { startOddService } from "../../../fakes/odd-service.ts";
import { makeApiClient, makeTransport, specificationForms } from "../../../make/api-client.ts";
import { administration } from "./administration.ts";
import { conventions } from "./conventions.ts";
import { fedElsewhere } from "./elsewhere.ts";
import { errors } from "./errors.ts";
import { events } from "./events.ts";
import { messages } from "./messages.ts";
import { recordsOfTheFleet } from "./records-of-the-fleet.ts";

const facts = [...conventions, ...errors, ...messages, ...recordsOfTheFleet, ...administration, ...events];

test.each(facts)("section $section: $says", async ({ answers, run, gives, fails }) => {
  const service = await startOddService((_request, socket, index) => {
    socket.write(answers[Math.min(index, answers.length - 1)] ?? "");
  });
  // What the specification and the live service say differently is to be found out.
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

test("a fact is fed once", () => {
  const names = facts.map(({ section, statement }) => `${section}: ${statement}`);
  expect(new Set(names).size).toBe(names.length);
});

test.each(fedElsewhere)("section $section is fed by a test that is there: $says", ({ file, title }) => {
  const path = resolve(import.meta.dirname, "../../../..", file);
  expect([file, existsSync(path)]).toEqual([file, true]);
  expect(readFileSync(path, "utf8").replaceAll(/\s+/g, " ")).toContain(title);
});

test("no section of the service facts is left out", () => {
  const sections = new Set([...facts, ...fedElsewhere].map(({ section }) => section));
  expect([...sections].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
});
