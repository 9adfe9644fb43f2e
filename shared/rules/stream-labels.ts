/** Labels of the destinations and contents of data streams. */
import type { DestinationKind, StreamContent } from "#shared/contract/network/stream-schemas.ts";
import { t } from "#shared/texts/text.ts";

export const destinationLabels: Readonly<Record<DestinationKind, string>> = {
  "rest-api": t(($) => $.network.streams.destination.restApi),
  "object-storage": t(($) => $.network.streams.destination.objectStorage),
  "cloud-stream": t(($) => $.network.streams.destination.cloudStream),
};

export const contentLabels: Readonly<Record<StreamContent, string>> = {
  events: t(($) => $.network.streams.content.events),
  "usage-and-events": t(($) => $.network.streams.content.usageAndEvents),
};
