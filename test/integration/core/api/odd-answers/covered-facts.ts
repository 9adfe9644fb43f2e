/** Facts that are not a single response: the test that covers each, by file and by a part of its title or table. */

export interface CoveredFact {
  readonly section: number;
  readonly statement: string;
  readonly file: string;
  readonly title: string;
}

const tokenRenewal = "test/integration/core/api/token-renewal.test.ts";
const wire = "test/integration/core/api/service-variants.test.ts";
const simulated = "test/integration/core/api/against-the-simulator.test.ts";
const walk = "test/unit/core/api/walk.test.ts";
const claims = "test/unit/features/connections/session/token-claims.test.ts";
const governor = "test/unit/core/api/governor.test.ts";

export const coveredFacts: readonly CoveredFact[] = [
  {
    section: 1,
    statement: "the separator is a non-breaking space or an ordinary one",
    file: tokenRenewal,
    title: "retries a rejected fresh token once with an ordinary space, and stores the separator",
  },
  {
    section: 1,
    statement: "both forms of all three differences are detected",
    file: simulated,
    title: "detects separator %s, quota path %s and filter names %s",
  },
  { section: 2, statement: "tokens live 240 minutes or seven days", file: claims, title: "seven days" },
  {
    section: 2,
    statement: "a token may contain no lifetime",
    file: claims,
    title: "the specification's life",
  },
  {
    section: 2,
    statement: "three bad tries block for five minutes",
    file: simulated,
    title: "three wrong passwords lock the account, reported as a lock-out and not as a wrong password",
  },
  {
    section: 3,
    statement: "filter names are the specification's or the live service's",
    file: wire,
    title: "detects a service that accepts only the live filter names by 1301",
  },
  {
    section: 3,
    statement: "totals promise too much",
    file: walk,
    title: "a total that promises too much ends as partial with its gap",
  },
  { section: 3, statement: "totals promise too little", file: walk, title: "a total that promises too little" },
  {
    section: 4,
    statement: "each shape of an error, status by status",
    file: "test/unit/core/api/errors.test.ts",
    title: "collects the service's terms, nested ones too, each once",
  },
  {
    section: 5,
    statement: "without Retry-After the rate is reduced",
    file: governor,
    title: "a throttle without Retry-After halves the rate, which grows back while answers come",
  },
  {
    section: 6,
    statement: "every answer to a POST of an SMS",
    file: "test/integration/core/api/send-outcomes.test.ts",
    title: "201 with its content called HTML",
  },
  {
    section: 6,
    statement: "texts beyond 160 characters are parts",
    file: "test/unit/shared/rules/measure.test.ts",
    title: "used and remaining units make up at least one segment, for any text",
  },
  {
    section: 7,
    statement: "endpoint and SIM lists disagree about the SIM of an endpoint",
    file: "test/integration/features/fleet/links.test.ts",
    title: "combines lists of different times that disagree about the SIM of an endpoint",
  },
  {
    section: 11,
    statement: "a configuration in use is not deleted",
    file: simulated,
    title: "cannot delete a DNS configuration in use until the profile no longer uses it",
  },
  {
    section: 15,
    statement: "events arrive in another order than requested",
    file: "test/integration/features/events/reading.test.ts",
    title: "reads a service that does not sort by time in the order of ids",
  },
  {
    section: 16,
    statement: "the set changes while it is read",
    file: walk,
    title: "a list that changes on the way is never called complete",
  },
  {
    section: 16,
    statement: "401 in the middle of a batch is one renewal",
    file: tokenRenewal,
    title: "renews once for all calls with a 401 and retries each message once",
  },
  {
    section: 16,
    statement: "a sign-in elsewhere ends the session",
    file: "test/integration/features/connections/session.test.ts",
    title: "a sign-in elsewhere ends the session with that reason, after one attempt",
  },
  {
    section: 16,
    statement: "429 pauses the whole queue",
    file: governor,
    title: "Retry-After delays all requests; without waiting requests no timer runs",
  },
];
