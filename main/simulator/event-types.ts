/** The kinds of events that this simulator creates, with the ids of the live service (docs/service-facts.md#events). */

interface EventKind {
  readonly id: number;
  readonly description: string;
  /** 0 Info, 1 Warn, 2 Critical. */
  readonly severity: 0 | 1 | 2;
  /** 0 Network, 1 Policy Control, 2 API. */
  readonly source: 0 | 1 | 2;
  readonly text: string;
}

export const eventKinds = {
  smsAccepted: { id: 0, description: "Generic", severity: 0, source: 2, text: "MT SMS accepted for delivery." },
  location: { id: 1, description: "Update location", severity: 0, source: 0, text: "New location received from VLR." },
  gprsLocation: { id: 2, description: "Update GPRS location", severity: 0, source: 0, text: "New location from SGSN." },
  contextCreated: {
    id: 3,
    description: "Create PDP Context",
    severity: 0,
    source: 0,
    text: "New PDP Context activated.",
  },
  contextDeleted: {
    id: 5,
    description: "Delete PDP Context",
    severity: 0,
    source: 0,
    text: "PDP Context deactivated.",
  },
  blocked: { id: 11, description: "Endpoint blocked", severity: 2, source: 1, text: "Endpoint blocked by a limit." },
  secondFactor: { id: 14, description: "Multi-factor authentication", severity: 0, source: 2, text: "User signed in." },
  smsThreshold: {
    id: 20,
    description: "SMS quota threshold reached",
    severity: 1,
    source: 1,
    text: "SMS quota threshold reached.",
  },
  smsUsedUp: { id: 21, description: "SMS quota used up", severity: 2, source: 1, text: "SMS quota used up." },
  dataAssigned: { id: 56, description: "Data quota assigned", severity: 0, source: 2, text: "Data quota assigned." },
  dataDeleted: { id: 57, description: "Data quota deleted", severity: 0, source: 2, text: "Data quota deleted." },
  smsAssigned: { id: 58, description: "SMS quota assigned", severity: 0, source: 2, text: "SMS quota assigned." },
  smsDeleted: { id: 59, description: "SMS quota deleted", severity: 0, source: 2, text: "SMS quota deleted." },
} as const satisfies Readonly<Record<string, EventKind>>;
export type EventKindName = keyof typeof eventKinds;

export const severityTexts = ["INFO", "WARN", "CRITICAL"] as const;
export const sourceTexts = ["Network", "Policy Control", "API"] as const;
