import { always, type Command } from "./command.ts";

export const goToDoctor: Command = {
  id: "go-to-doctor",
  title: "Identifier doctor",
  group: "Go to",
  keys: "mod+3",
  words: "paste list ICCID IMSI MSISDN IMEI check audience",
  enabled: always,
  run: ({ go }) => go({ path: ["doctor"], query: {} }),
};
