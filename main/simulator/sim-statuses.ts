/** The states of a SIM by their ids. */

export const simStatuses = ["Issued", "Activated", "Suspended"] as const;
