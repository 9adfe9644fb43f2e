/** Changes of profiles as they are kept. */
import { expect, test } from "vitest";
import { profileQueries } from "../../../../main/features/profiles/queries.ts";
import { connect } from "../../../../main/store/connect.ts";
import { migration0100 } from "../../../../main/store/migrations/0100-network.ts";
import { migration0110 } from "../../../../main/store/migrations/0110-streams.ts";
import { migration0190 } from "../../../../main/store/migrations/0190-network-moments.ts";
import { migration0260 } from "../../../../main/store/migrations/0260-list-gaps.ts";

test("what was on its way when the program ended is lost as of the next start, and what has an end keeps it", () => {
  const { db } = connect(":memory:");
  migration0100.up(db);
  migration0110.up(db);
  migration0190.up(db);
  migration0260.up(db);
  const none = { profile: undefined, before: undefined, after: undefined };
  const begin = (at: number): number =>
    profileQueries.begin(db, { connection: 1, kind: "create", at, name: "Neu", known: "[]", ...none });
  begin(7);
  profileQueries.lose(db, begin(8), 9);
  profileQueries.endAll(db, 500);
  expect(profileQueries.kept(db, 1).changes.map(({ ended }) => ended)).toEqual([500, 9]);
});
