/** Actions on saved audiences. The contract only saves and deletes them; renaming saves a new audience with the same members. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Audience } from "#shared/contract/fleet/fleet.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import classes from "./doctor-page.module.css";

/** Returns the error message, if any. The old audience is deleted only after the new one is saved. */
export async function renameAudience(
  { id, name: before, connection }: Audience,
  name: string,
): Promise<string | undefined> {
  if (name === before || name === "") return undefined;
  try {
    const { ids } = await fleet.fleet.audienceMembers({ audience: id });
    await fleet.fleet.saveAudience({ connection, name, ids });
    await fleet.fleet.removeAudience({ audience: id });
    return undefined;
  } catch (error) {
    return formatText(failureOf(error).text);
  }
}

/** Deletes the audience and offers undo for a limited time. */
export async function removeAudience({ id, name, size, connection }: Audience): Promise<void> {
  const toast = `audience-${id}`;
  const fail = (title: string, error: unknown): void => {
    notifications.show({ title, message: formatText(failureOf(error).text), color: "red", autoClose: 12_000 });
  };
  try {
    const { ids } = await fleet.fleet.audienceMembers({ audience: id });
    await fleet.fleet.removeAudience({ audience: id });
    const undo = (): void => {
      notifications.hide(toast);
      fleet.fleet.saveAudience({ connection, name, ids }).catch((error: unknown) =>
        fail(
          t(($) => $.fleet.audiences.restoreFailed, { name }),
          error,
        ),
      );
    };
    notifications.show({
      id: toast,
      title: t(($) => $.fleet.audiences.deleted, { name }),
      message: (
        <span className={classes["toast"]}>
          {t(($) => $.common.endpointCount, { count: size })}
          <Button onClick={undo}>{t(($) => $.fleet.audiences.restore)}</Button>
        </span>
      ),
      autoClose: 15_000,
    });
  } catch (error) {
    fail(
      t(($) => $.fleet.audiences.deleteFailed, { name }),
      error,
    );
  }
}
