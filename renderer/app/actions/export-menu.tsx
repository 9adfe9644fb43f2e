/** The menu of the actions that export to files. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import { type ActionUse, useAction } from "./run-action.tsx";

/** The "Export" button; `use` is one of its actions, which have one scope. The children are its items. */
export function ExportMenu<Target>({
  children,
  ...use
}: ActionUse<Target> & { readonly children: ReactNode }): ReactElement {
  const { disabledReason, running, blocked } = useAction(use);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          disabled={disabledReason !== undefined}
          leftSection={<IconDownload size={14} />}
          loading={running || blocked}
          title={disabledReason}
        >
          {t(($) => $.common.export)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
