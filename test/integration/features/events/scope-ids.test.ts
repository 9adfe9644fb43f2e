/** The scope of events: an id that no record can have is rejected with its field before a request, and covers nothing. */
import { expect, test } from "vitest";
import { startFakeEventService } from "../../../fakes/fake-event-service.ts";
import { openEventsCore } from "../../../make/events-core.ts";

const now = Date.UTC(2031, 0, 31);
const owners = ["endpoint", "sim", "organisation", "user"] as const;

test.each(["OSL-RFR-00001", "abc", "-1", "0", "007", "1.5", " 7", "1234567890123456789012", "../x"])(
  "%o is no valid id: every query names the field and nothing is requested",
  async (id) => {
    await using service = await startFakeEventService();
    await using core = await openEventsCore(service.baseUrl, now);
    const { events } = core;
    for (const of of owners) {
      const scope = { of, id };
      const questions = [
        () => events.load({ scope }),
        () => events.livePage({ scope }),
        () => events.list({ scope }),
        () => events.facets({ scope }),
        () => events.timeline({ scope }),
        () => events.arrivals({ scope }),
        () => events.follow({ scope }),
        () => events.exportAs({ scope, format: "csv" }),
      ];
      for (const request of questions) {
        await expect(request()).rejects.toMatchObject({
          code: "invalid-input",
          text: { code: `event-${of}-id-invalid` },
          details: { field: of },
        });
      }
    }
    await expect(events.history({ endpoint: id })).rejects.toMatchObject({ details: { field: "endpoint" } });
    expect(service.queries).toEqual([]);
    expect((await events.list({ scope: { of: "all" } })).coverage).toMatchObject({
      spans: [],
      notOfferedAt: undefined,
    });
    for (const kind of owners) {
      expect(await core.scopeState({ kind, id })).toEqual({ spans: [], notOfferedAt: undefined });
    }
  },
);
