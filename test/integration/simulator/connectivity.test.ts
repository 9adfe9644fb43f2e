import { expect, test } from "vitest";
import { type Answer, openPracticeService } from "../../make/practice-service.ts";

const idIn = (answer: Answer): number => Number(answer.headers.get("Location")?.split("/").at(-1));
const dns = { primary: "192.0.2.1", secondary: "192.0.2.2", ip_address_version: 4 };

test("a DNS configuration is created, listed and deleted", async () => {
  await using service = await openPracticeService();
  const created = await service.call("POST", "/api/v1/dns", dns);
  const id = idIn(created);
  const listed = (await service.call("GET", "/api/v1/dns")).json;
  const deleted = await service.call("DELETE", `/api/v1/dns/${id}`);
  expect([created.status, created.text, listed, deleted.status]).toEqual([
    201,
    "",
    expect.arrayContaining([{ id, ...dns }]),
    204,
  ]);
});

test("a DNS configuration that a profile uses cannot be deleted until it is detached", async () => {
  await using service = await openPracticeService();
  const rejected = await service.call("DELETE", "/api/v1/dns/3");
  const patched = await service.call("PATCH", "/api/v1/service_profile/901", { dns: { id: null } });
  const deleted = await service.call("DELETE", "/api/v1/dns/3");
  expect([rejected.status, rejected.json, patched.status, deleted.status]).toEqual([
    409,
    expect.objectContaining({ error_code: 1407, error_token: "CannotBeDeleted" }),
    201,
    204,
  ]);
});

test("a DNS configuration needs two addresses and a version", async () => {
  await using service = await openPracticeService();
  const answer = await service.call("POST", "/api/v1/dns", { primary: "here" });
  const faults = (answer.json as { readonly errors: readonly { readonly error_code: number }[] }).errors;
  expect([answer.status, faults.map((fault) => fault.error_code)]).toEqual([422, [1403, 1402, 1402]]);
});

test("a changed profile answers 201 with the links that were sent", async () => {
  await using service = await openPracticeService();
  const answer = await service.call("PATCH", "/api/v1/service_profile/902", { dns: { id: 4 } });
  expect([answer.status, answer.json]).toEqual([201, { dns: { id: 4 }, service_profile_id: "902" }]);
});

test("a new profile is 201 and empty, and is in the list, whose counters are text", async () => {
  await using service = await openPracticeService();
  const created = await service.call("POST", "/api/v1/service_profile", { name: "Pumps", apply_sms_quota: true });
  const listed = (await service.call("GET", "/api/v1/service_profile")).json;
  expect([created.status, created.text, listed]).toEqual([
    201,
    "",
    expect.arrayContaining([
      expect.objectContaining({ id: idIn(created), name: "Pumps", apply_sms_quota: true, used_count: "0" }),
    ]),
  ]);
});

test("no profile shows its DNS configuration, the detail shows its callback", async () => {
  await using service = await openPracticeService();
  const detail = (await service.call("GET", "/api/v1/service_profile/901")).json as Readonly<Record<string, unknown>>;
  expect([detail["dns"], detail["api_callback"]]).toEqual([undefined, expect.objectContaining({ id: 21 })]);
});

test("a profile needs a name and links that exist, and cannot be deleted while endpoints use it", async () => {
  await using service = await openPracticeService();
  const answers = await Promise.all([
    service.call("POST", "/api/v1/service_profile", {}),
    service.call("PATCH", "/api/v1/service_profile/901", { dns: { id: 99 } }),
    service.call("PATCH", "/api/v1/service_profile/77", {}),
    service.call("DELETE", "/api/v1/service_profile/901"),
    service.call("DELETE", "/api/v1/service_profile/904"),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([422, 422, 404, 409, 204]);
});

test("a callback is created, listed and read", async () => {
  await using service = await openPracticeService();
  const created = await service.call("POST", "/api/v1/api_callback", {
    url: "https://fleet.example.com/in",
    purpose: "answers",
  });
  const read = await service.call("GET", `/api/v1/api_callback/${idIn(created)}`);
  const listed = (await service.call("GET", "/api/v1/api_callback")).json;
  expect([read.json, listed]).toEqual([
    expect.objectContaining({ url: "https://fleet.example.com/in", purpose: "answers" }),
    expect.arrayContaining([read.json]),
  ]);
});

const callbackStream = {
  stream_historic_data: 0,
  data_stream_type: { id: 2, description: "Events" },
  api_type: { id: 1, description: "REST API" },
};
const bucketStream = {
  stream_historic_data: 0,
  data_stream_type: { id: 3 },
  api_type: { id: 8 },
  api_username: "role",
  api_parameter: "eu/bucket",
};

test.for([
  [{ ...callbackStream, api_callback: { id: 21 } }, 201],
  [{ ...callbackStream, api_callback: { id: 99 } }, 422],
  [callbackStream, 422],
  [bucketStream, 201],
  [{ ...bucketStream, api_type: { id: 4 } }, 201],
  [{ ...bucketStream, api_parameter: "bucket" }, 422],
  [{ ...bucketStream, data_stream_type: { id: 9 } }, 422],
] as const)("a data stream %j answers %i", async ([body, status]) => {
  await using service = await openPracticeService();
  const answer = await service.call("POST", "/api/v1/data_stream", body);
  const listed = (await service.call("GET", "/api/v1/data_stream")).json as readonly unknown[];
  expect([answer.status, listed.length]).toEqual([status, status === 201 ? 1 : 0]);
});
