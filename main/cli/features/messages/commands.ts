/** The commands for messages: single SMS, conversations, templates. */
import { smsCommands } from "./sms.ts";
import { templateCommands } from "./templates.ts";

export const messageCommands = [...smsCommands, ...templateCommands];
