export const settings = {
  data: {
    restoreHelp:
      "\nWithout --replace, nothing changes and the command shows what the backup lacks. With --replace, the backup replaces the database, which is renamed, not deleted. Every campaign of the restored database looks up its pending recipients before it sends.\n\nExamples:\n  $ fleetdesk backup list\n  $ fleetdesk backup restore fleetdesk-2031-01-02T00-00-00-000Z-v200.db\n  $ fleetdesk backup restore fleetdesk-2031-01-02T00-00-00-000Z-v200.db --replace",
    summary: "manage backups of the database: list, delete, restore",
    backupsSummary: "list backups, oldest first (one is created before each database upgrade)",
    backupsDelete: "delete all backups, which may still contain data of deleted connections",
    deleteAll: "required: confirms that all backups are deleted",
    restoreSummary: "replace the database with a backup",
    restoreReplace: "replace the database (without it, show what the backup lacks)",
    restoreMissing: "Specify the backup to restore: fleetdesk backup restore BACKUP (See: fleetdesk backup list)",
    bytes_one: "{{count, number}} byte",
    bytes_other: "{{count, number}} bytes",
    deleted_one: "Deleted {{count, number}} backup.\n",
    deleted_other: "Deleted {{count, number}} backups.\n",
    missing: "missing",
    campaign: "{{state}}, {{accepted, number}} accepted",
    restored:
      "Restored {{name}}.\nEvery campaign looks up its pending recipients before it sends: fleetdesk campaign resume ID\n",
    restoredOver:
      "Restored {{name}}. The previous database is now {{former}}.\nEvery campaign looks up its pending recipients before it sends: fleetdesk campaign resume ID\n",
    noBackups: "No backups. One is created before each database upgrade.\n",
    databaseUnreadable:
      "The current database can't be read. The backup lacks all campaigns, outcomes and settings since {{made}}.\n",
    sameCampaigns: "The campaigns in the backup of {{made}} match the current database.\n",
    differentCampaigns: "These campaigns differ in the backup of {{made}}:\n{{rows}}",
  },
  diagnostics: {
    version: "version",
    platform: "platform",
    runtime: "runtime",
    dataDir: "data",
    logFile: "log",
    noLogFile: "none",
    keychain: "keychain",
    summary: "check the program, its data and the way to the service",
    offline: "send nothing: skip the checks of the service",
    report: "print a report for support as JSON: the checks, and warnings and errors of the log",
    identifiers: "keep names, numbers and paths in the report, which are removed by default",
    help: "Changes nothing. Each check ends with ok, warning, problem or not checked; the exit code is 1 if there is a problem. The report contains no token and no password.",
  },
  log: {
    summary: "show the newest entries of the log",
    level: "lowest level shown",
    limit: "maximum number of entries",
    empty: "No entries.\n",
  },
} as const;
