import { formatDuration } from "#shared/format.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { type SessionState, signedOutReasonSchema } from "#shared/contract/connections/session.ts";
import {
  explain,
  sessionLifetimeText,
  identityLabel,
} from "../../../../../renderer/features/connections/session-labels.ts";

const minute = 60_000;
const now = new Date(2026, 0, 5, 12).getTime();
const session: SessionState = {
  connection: "Acme",
  state: "signed-in",
  kind: "user",
  identity: {},
  protection: "system",
};

test.each(signedOutReasonSchema.options)(
  "formats the reason %s as a complete sentence with the next step",
  (reason) => {
    const { text: explanation, remedy } = explain(reason);
    for (const sentence of [explanation, remedy]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  },
);

test("labels the identity by name, by organisation, or as unknown", () => {
  expect(
    [
      { username: "me@example.net", organisationName: "Acme" },
      { username: "me@example.net" },
      { organisationName: "Acme", organisationId: "7" },
      { organisationId: "7" },
      {},
    ].map((identity) => identityLabel({ ...session, identity })),
  ).toEqual([
    "me@example.net (Acme)",
    "me@example.net",
    "Acme",
    t(($) => $.connections.session.organisation, { id: "7" }),
    undefined,
  ]);
});

test("shows until when a user's session lasts without operator action", () => {
  expect(sessionLifetimeText({ ...session, refreshExpiresAt: now + 350 * minute }, now)).toBe(
    t(($) => $.connections.session.lasts, { time: "17:50", duration: formatDuration(350 * minute) }),
  );
});

test("shows no expiry for an application token's session", () => {
  expect(sessionLifetimeText({ ...session, kind: "application-token", authExpiresAt: now + 240 * minute }, now)).toBe(
    t(($) => $.connections.session.renewsAt, { time: "16:00" }),
  );
});

test("shows an unknown expiry as unknown", () => {
  expect(sessionLifetimeText(session, now)).toBe(t(($) => $.connections.session.endUnknown));
});
