/** Section 6: SMS. */
import { expect } from "vitest";
import type { ApiClient } from "../../../../../main/core/api/client.ts";
import { readSmsRecord, cancelSms, getSms, listSms, sendSms } from "../../../../../main/core/api/sms.ts";
import { created, type Fact, http, json, list } from "./fact.ts";

/** As recorded, with the example's values. */
const sms = {
  dlr_status_id: "4",
  organisation_id: "4401",
  submit_date: "2031-04-02T09:15:00.000+0000",
  delivery_date: "2031-04-02T09:15:00.000+0000",
  expiry_date: "2031-04-03T09:15:00.000+0000",
  final_date: null,
  retry_date: "2031-04-02T09:45:00.000+0000",
  last_delivery_attempt: "2031-04-02T09:15:03.000+0000",
  retry_count: "0",
  gsm_map_error: null,
  dcs: "0",
  pid: "0",
  source_address: "4911",
  endpoint_id: "70001",
  sim_id: "80001",
  iccid: "8988303000000000017",
  called_party_prefix: null,
  msisdn: "423663900000017",
  imsi: "",
  msc: null,
  udh: "",
  payload: "AT+RESET",
  registered_delivery: "1",
  smpp_bind_id: null,
  p2p_ext: null,
  smpp_dlr_bind_id: null,
  id: 700123,
  status: { id: 3, description: "BUFFERED" },
  sms_type: { id: 1, description: "MT" },
  source_address_type: { id: 161, description: "National" },
  esme_interface_type: { id: 1, description: "RestAPI" },
};
const submittedAt = Date.UTC(2031, 3, 2, 9, 15);

const readAll = async (api: ApiClient): Promise<unknown> => (await listSms(api, "70001")).map(readSmsRecord);
const read = (fields: object): unknown => expect.objectContaining(fields);

export const messages: readonly Fact[] = [
  {
    section: 6,
    statement: "an SMS has 31 keys, most numbers as text",
    answers: [list(sms)],
    run: readAll,
    result: [
      {
        id: "700123",
        direction: "mt",
        delivery: "buffered",
        statusText: "BUFFERED",
        sourceAddress: "4911",
        payload: "AT+RESET",
        submittedAt,
        finalAt: undefined,
      },
    ],
  },
  {
    section: 6,
    statement: "examples write the same as numbers, whose received digits are preserved",
    answers: [
      http(200, {}, '[{"id":1,"endpoint_id":70001,"source_address":4911,"iccid":8988303000000000017,"dcs":0}]'),
    ],
    run: (api) => listSms(api, "70001"),
    result: [{ id: 1, endpoint_id: 70_001, source_address: 4911, iccid: "8988303000000000017", dcs: 0 }],
  },
  {
    section: 6,
    statement: "a canceled SMS has no final date, and its status has one L",
    answers: [list({ ...sms, status: { id: 7, description: "CANCELED" } })],
    run: readAll,
    result: [read({ delivery: "cancelled", finalAt: undefined })],
  },
  {
    section: 6,
    statement: "delivery_date is no proof of delivery, and dlr_status_id does not follow the status",
    answers: [list({ ...sms, dlr_status_id: "4", status: { id: 6, description: "EXPIRED" } })],
    run: readAll,
    result: [read({ delivery: "expired" })],
  },
  {
    section: 6,
    statement: "received messages are identified by their description, not by the id",
    answers: [
      list({ ...sms, sms_type: { id: 2, description: "MO" } }, { ...sms, sms_type: { id: 1, description: "mo" } }),
    ],
    run: readAll,
    result: [read({ direction: "mo" }), read({ direction: "mo" })],
  },
  {
    section: 6,
    statement: "an SMS sent without a sender has an empty one",
    answers: [list({ ...sms, source_address: "" })],
    run: readAll,
    result: [read({ sourceAddress: undefined })],
  },
  {
    section: 6,
    statement: "dates of examples end in Z",
    answers: [json(200, { ...sms, submit_date: "2031-04-02T09:15:00.000Z" })],
    run: async (api) => readSmsRecord(await getSms(api, "70001", "700123")).submittedAt,
    result: submittedAt,
  },
  {
    section: 6,
    statement: "a delivery receipt has another name for its status",
    answers: [list({ id: 1, status: { id: 4, status: "DELIVERED" } })],
    run: readAll,
    result: [read({ delivery: "delivered", statusText: "DELIVERED" })],
  },
  {
    section: 6,
    statement: "cancelling a message that is not buffered is rejected in one of several ways",
    answers: [json(422, { error_code: 1406, error_token: "NotAllowed", message: "Not buffered." })],
    run: (api) => cancelSms(api, "1", "2"),
    failure: { code: "service-1406" },
  },
  {
    section: 6,
    statement: "the response to an SMS has only a relative Location",
    answers: [created("/api/v1/endpoint/70001/sms/5")],
    run: (api) => sendSms(api, "70001", { sourceAddress: "4911", payload: "x" }),
    result: read({ kind: "accepted", smsId: "5" }),
  },
];
