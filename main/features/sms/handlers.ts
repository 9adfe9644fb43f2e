/** The SMS page of the treaty: one endpoint, one SMS at a time. */
import type { Handlers } from "#contract/kit.ts";
import type { sms } from "#contract/sms.ts";
import type { ApiClient } from "../../api/client.ts";
import { invalidInput, pathId } from "../../api/inputs.ts";
import { isSenderNumber, senderDigits } from "../../api/sender-number.ts";
import { cancelAndReadBack, smsUnknown } from "../../api/sms-cancel.ts";
import { getSms, listSms } from "../../api/sms.ts";
import type { Clock } from "../../hosts.ts";
import { newestFirst, readSms } from "./read-sms.ts";
import { endpointUnknown, missingPart } from "./sms-errors.ts";

export interface SingleSms {
  readonly endpointId: string;
  readonly from: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

export interface SingleOutcome {
  readonly outcome: "accepted" | "refused" | "unknown";
  readonly smsId?: string;
  readonly code?: string;
  readonly message?: string;
  readonly segments: number;
}

/** Sends one SMS at most once, through the ledger of the campaigns. */
export interface SingleSender {
  send(connectionId: number, message: SingleSms): Promise<SingleOutcome>;
}

export interface SmsParts {
  readonly connections: {
    open(name?: string): Promise<{ readonly id: number; readonly name: string; readonly api: ApiClient }>;
  };
  readonly sender: SingleSender;
  readonly clock: Clock;
  readonly onChanged: (connection: string, endpoint: string) => void;
}

export function createSmsHandlers({ connections, sender, clock, onChanged }: SmsParts): Partial<Handlers<typeof sms>> {
  return {
    send: async ({ connection, endpoint, from, text }, { signal }) => {
      validate(endpoint, from, text);
      const { id, name } = await connections.open(connection);
      const outcome = await sender.send(id, { endpointId: endpoint, from, text, signal });
      onChanged(name, endpoint);
      return outcome;
    },
    list: async ({ connection, endpoint }, { signal }) => {
      const { api } = await connections.open(connection);
      try {
        const records = await listSms(api, endpoint, { signal });
        return { items: records.map(readSms).toSorted(newestFirst), asOf: clock.now() };
      } catch (error) {
        throw missingPart(error) === undefined ? error : endpointUnknown(endpoint, error);
      }
    },
    get: async ({ connection, endpoint, id }, { signal }) => {
      const { api } = await connections.open(connection);
      try {
        return readSms(await getSms(api, endpoint, id, { signal }));
      } catch (error) {
        const missing = missingPart(error);
        if (missing === undefined) throw error;
        throw missing === "endpoint" ? endpointUnknown(endpoint, error) : smsUnknown(endpoint, id, error);
      }
    },
    cancel: async ({ connection, endpoint, id }, { signal }) => {
      const { api, name } = await connections.open(connection);
      const cancellation = await cancelAndReadBack(api, endpoint, id, { signal });
      onChanged(name, endpoint);
      return cancellation;
    },
  };
}

/** Refused before anything is written down or sent, with the field named. */
function validate(endpoint: string, from: string, text: string): void {
  pathId("endpoint", endpoint);
  if (!isSenderNumber(from)) {
    throw invalidInput("from", `The sender number must be numeric: 1 to ${senderDigits} digits and nothing else.`);
  }
  if (text === "") throw invalidInput("text", "The text of the SMS must not be empty.");
}
