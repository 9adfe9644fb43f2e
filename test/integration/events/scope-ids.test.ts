/** Whose events: an id that no record can have is refused with its field before anything is asked, and nothing is claimed of it. */
import { expect, test } from "vitest";
import { startFakeEventService } from "../../fakes/fake-event-service.ts";
import { openEventsCore } from "../../make/events-core.ts";

const now = Date.UTC(2031, 0, 31);
const owners = ["endpoint", "sim", "organisation", "user"] as const;

test.each(["OSL-RFR-00001", "abc", "-1", "0", "007", "1.5", " 7", "1234567890123456789012", "../x"])(
  "%o is not the id of anything: every question names the field and the service is not asked",
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
    expect((await events.cacheStatus({})).scopes).toEqual([]);
  },
);
