import { always, type Command } from "./command.ts";

export const goToStreams: Command = {
  id: "go-to-streams",
  title: "Streams",
  group: "Go to",
  words: "data stream callback webhook bucket destination",
  enabled: always,
  run: ({ go }) => go({ path: ["streams"], query: {} }),
};
