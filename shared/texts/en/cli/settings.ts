export const settings = {
  data: {
    restoreHelp:
      "Without --replace, nothing changes and the command shows what the backup lacks. With --replace, the backup replaces the database, which is renamed, not deleted. Every campaign of the restored database looks up its pending recipients before it sends.",
    groupSummary: "show the size of the data, compact and check the database",
    retention: "show or set how long data on this computer is kept",
    retentionSet: "days for one kind of data, or kind=default; repeatable",
    retentionHelp:
      "Older data is deleted in the background, in small steps, and never while something is sent. Campaigns with their recipients and the audit are never deleted by age: they prove what was sent and changed. Of changes of network resources the last 100 of each kind stay, and all that are needed or unresolved.",
    days: "DAYS",
    defaultDays: "DEFAULT",
    dataHeading: "DATA",
    always: "not by age",
    check: "check the integrity of the database, and rebuild what is only cached",
    checkRebuild: "replace a database whose cache is damaged by a copy without the damaged parts",
    checkHelp:
      "Checks the whole database, also while another process uses it. With --rebuild, damaged parts of the cache are excluded and count as never loaded until the next sync. The damaged database is renamed, not deleted. Scheduled and waiting campaigns are paused, and every campaign looks up its pending recipients before it sends. Other damage is never repaired: it affects data that no service has, so restore a backup.",
    sound: "No damage found.\n",
    findings: "The database is damaged:\n",
    affected: "Damaged parts of the cache: {{parts}}.\n",
    damaged:
      "The damage affects data that no service has, such as campaigns, outcomes or the audit. Restore a backup: fleetdesk backup list\n",
    cacheDamaged: "Only the cache is damaged. Rebuild it: fleetdesk data check --rebuild\n",
    rebuilt:
      "Rebuilt. The damaged database is now {{former}}. Load what was excluded again: fleetdesk sync\nEvery campaign looks up its pending recipients before it sends: fleetdesk campaign resume ID\n",
    usage: "show the size of the data on this computer by part",
    compact: "return the free space of the database to the disk",
    compactHelp:
      "Rewrites the database. Other commands and the window wait meanwhile. Rejected while a campaign or a quota change runs.",
    compacted: "Compacted the database from {{before, number}} to {{after, number}} bytes.\n",
    backupsCreate: "back up the database now",
    created: "Created {{name}}.\n",
    summary: "manage backups of the database: list, create, delete, restore",
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
    noBackups:
      "No backups. One is created before each database upgrade. Create one now with: fleetdesk backup create\n",
    databaseUnreadable:
      "The current database can't be read. The backup lacks all campaigns, outcomes and settings since {{made}}.\n",
    unreadableSuppression:
      "The suppression lists are those of the backup: endpoints that were suppressed later are no longer suppressed.\n",
    suppressionAdded_one: "{{count, number}} entry added to the suppression lists since the backup is kept.\n",
    suppressionAdded_other: "{{count, number}} entries added to the suppression lists since the backup are kept.\n",
    suppressionLost_one:
      "{{count, number}} entry of the suppression lists is lost, because the backup is of a version without these lists, or the name of its connection belongs to another organisation in it.\n",
    suppressionLost_other:
      "{{count, number}} entries of the suppression lists are lost, because the backup is of a version without these lists, or the names of their connections belong to other organisations in it.\n",
    sameCampaigns: "The campaigns in the backup of {{made}} match the current database.\n",
    differentCampaigns: "These campaigns differ in the backup of {{made}}:\n{{rows}}",
  },
  update: {
    summary: "look for newer versions of Fleetdesk",
    checkSummary: "look for a newer version",
    available:
      "Version {{version}} is available; this is {{current}}. Install the new version the way Fleetdesk was installed.\n",
    latest: "Version {{current}} is the latest version.\n",
    off: "This is version {{current}}. Looking for newer versions is off (see: fleetdesk update channel --help).\n",
    noFeed: "This is version {{current}}. This build does not look for newer versions.\n",
    channelSummary: "choose which newer versions are reported, in the window too",
    channelSet: "Newer versions: {{channel}}.\n",
  },
  diagnostics: {
    version: "version",
    platform: "platform",
    runtime: "runtime",
    dataDir: "data",
    logFile: "log",
    noLogFile: "none",
    keychain: "keychain",
    certificates: "certificates",
    certificateFile_one: "{{file}} ({{count, number}} trusted)",
    certificateFile_other: "{{file}} ({{count, number}} trusted)",
    summary: "check the program, its data and the connection to the service",
    offline: "send nothing: skip the checks of the service",
    report: "print a report for support as JSON: the checks, and warnings and errors of the log",
    identifiers: "keep names, numbers and paths in the report, which are removed by default",
    help: "Changes nothing. Each check ends with ok, warning, problem or not checked; the exit code is 1 if there is a problem. The report contains no token and no password.",
  },
  file: {
    summary: "export and import settings, views, templates and suppression lists",
    export: "print settings, views, templates and suppression lists as JSON, without secrets",
    import: "import an export: show what would change, or apply it",
    existing: "what to do with settings, views and templates that differ",
    apply: "apply the import (without it, show what would change)",
    importHelp:
      "Deletes nothing. Suppression lists only grow. Views and lists of connections that do not exist here are skipped: create the connection first.",
    applied: "Imported.\n",
    notApplied: "Nothing was changed. Import with --apply.\n",
  },
  log: {
    summary: "show the newest entries of the log",
    level: "lowest level shown",
    limit: "maximum number of entries",
    empty: "No entries.\n",
  },
} as const;
