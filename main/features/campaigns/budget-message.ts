/** Why nothing more is sent over a connection on a day. */
import { localZone } from "../../zone-time.ts";

export function budgetMessage(dailyBudget: number): string {
  const budget = `The daily budget of ${dailyBudget.toLocaleString("en-US")} SMS of this connection is spent`;
  return `${budget} (days in the time zone ${localZone()}). Nothing more is sent today unless the budget is raised.`;
}
