/** The id of what a POST created: in `Location` on the live service, in the body on some (field-facts section 1). */
import { headerText } from "./errors.ts";
import type { Answer } from "./exchange.ts";
import { isRecord, parseJson, readId, readLocationId } from "./json.ts";

/**
 * The new id, or undefined: the POST was accepted all the same, so a body that is missing, cut off or no JSON is no failure.
 * `collection` is the last segment of the path that was posted to, and never an id.
 */
export function createdId(answer: Answer, collection: string): string | undefined {
  return readLocationId(headerText(answer.headers, "location"), collection) ?? bodyId(answer);
}

function bodyId(answer: Answer): string | undefined {
  if (answer.body.length === 0 || answer.body.length > 65_536) return undefined;
  try {
    const body = parseJson(new TextDecoder().decode(answer.body));
    return isRecord(body) ? readId(body["id"]) : undefined;
  } catch {
    return undefined;
  }
}
