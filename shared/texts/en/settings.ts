export const settings = {
  about: {
    text: {
      version: "Fleetdesk {{version}}",
      platform: "Platform: {{platform}}",
      runtime: "Runtime: {{runtime}}",
      dataDir: "Data directory: {{dataDir}}",
      logFile: "Log file: {{logFile}}",
      noLogFile: "Log file: none",
    },
    failed: "Couldn't load the version information",
    reload: "Reload version information",
    copy: "Copy version information",
    notCopied: "Couldn't copy",
    title: "Fleetdesk",
    version: "Version",
    copyLabel: {
      version: "version",
      platform: "platform",
      runtime: "runtime",
      dataDir: "data directory",
      logFile: "log file",
    },
    platform: "Platform",
    runtime: "Runtime",
    dataDir: "Data directory",
    logFile: "Log file",
    noLogFile: "Not written to a file",
    noSecrets: "Neither the data directory nor the log contains a token, password or passphrase in plain text.",
  },
  diagnostics: {
    title: "Checks",
    intro: "Changes nothing. Checks of the service use the current connection and its session.",
    run: "Run checks",
    notRun: "Couldn't run the checks",
    summary: {
      ok: "No problems found",
      warnings_one: "{{count, number}} warning",
      warnings_other: "{{count, number}} warnings",
      problems_one: "{{count, number}} problem",
      problems_other: "{{count, number}} problems",
    },
    check: {
      program: "Program",
      "data-directory": "Data directory",
      database: "Database",
      integrity: "Integrity of the database",
      keychain: "Keychain",
      log: "Log",
      proxy: "Proxy",
      certificate: "Certificate",
      service: "Service",
      clock: "Clock",
      session: "Session",
      dialect: "Authorization header",
      "rate-limit": "Rate limit",
    },
    result: { ok: "OK", warning: "Warning", problem: "Problem", "not-checked": "Not checked" },
    report: {
      title: "Report for support",
      help: "A JSON file with the checks, and the warnings and errors of the log. It never contains a token or a password.",
      identifiers: "Include names, numbers and paths",
      identifiersHelp: "Names of connections and users, numbers of subscribers, and the full entries of the log.",
      save: "Save report…",
      saved: "Saved {{file}}",
      failed: "Couldn't save the report",
    },
    log: {
      title: "Log",
      entries: "Log entries",
      level: "Lowest level",
      reload: "Reload log",
      empty: "No entries of this level",
      failed: "Couldn't load the log",
      levels: { debug: "Debug", info: "Information", warn: "Warning", error: "Error" },
    },
  },
  sync: {
    title: "Sync",
    mode: "Sync the fleet",
    automatic: "Automatic",
    manual: "Manual",
    help: "Automatic sync uses at most 5% of the request limit.",
  },
  general: {
    appearance: "Appearance",
    themeSystem: "System",
    themeLight: "Light",
    themeDark: "Dark",
    theme: "Theme",
    densityCompact: "Compact",
    densityComfortable: "Comfortable",
    density: "List density",
    desktop: "Desktop",
    closeQuit: "Quit",
    closeStay: "Keep running in the tray",
    close: "When the window is closed",
    notifyHelp:
      "Shown when a campaign finishes, pauses automatically or needs a decision while the window is in the background.",
    notify: "Desktop notifications for campaigns",
  },
  page: {
    title: "Settings",
    notSaved: "Couldn't save your last change",
    notSavedHelp: "The change applies until Fleetdesk closes.",
    section: "This section",
  },
  files: {
    chainBroken: "This line or the one before it was changed, removed, added or moved: the hash does not match.",
    lineNotJson: "This line is not JSON.",
    lineNotCanonical: "This line is not in the format that Fleetdesk writes.",
    lineTooDeep: "This line is nested more deeply than Fleetdesk writes.",
    lineTooLong: "This line is longer than Fleetdesk writes.",
    notUtf8: "The file contains bytes that are not text.",
    lastLineIncomplete: "The last line is incomplete.",
  },
} as const;

/** Failures and records of settings, stored and transferred as code and parameters: codes are permanent, wording may change. */
export const settingsCodes = {
  "other-version-running":
    "Fleetdesk {{other}} (PID {{pid}}) is using the data directory, but this is version {{version}}. Quit that process, or use the same version.",
  "older-version-running":
    "An older version of Fleetdesk (PID {{pid}}) is using the data directory, but this is version {{version}}. Quit that process, or use the same version.",
  "lock-file-not-regular":
    "The lock file {{file}} is not a regular file. Delete it, or choose another data directory with --data-dir.",
  "data-dir-of-other-user":
    "The directory {{directory}} belongs to another user. Choose another data directory with --data-dir.",
  "data-dir-without-permissions":
    "The directory {{directory}} can't be closed to other users, because its file system does not support permissions. Choose another data directory with --data-dir.",
  "data-dir-file-of-other-user":
    "The file {{file}} belongs to another user. Delete it, or choose another data directory with --data-dir.",
  "file-directory-missing":
    "The file {{file}} can't be written: its directory does not exist. Choose another directory.",
  "file-no-write-permission": "You do not have permission to write the file {{file}}. Choose another directory.",
  "file-disk-read-only": "The file {{file}} can't be written: the disk is read-only. Choose another directory.",
  "file-not-written": "The file {{file}} can't be written ({{reason}}). Choose another directory.",
  "database-damaged":
    "The database {{file}} is damaged, and there is no backup. Move the file away, start Fleetdesk again and sync; campaigns will be missing, and one that is planned again sends again to recipients that already have the message.",
  "database-damaged-backup":
    "The database {{file}} is damaged. Restore the newest backup ({{backup}}), which does not delete the damaged file, with: fleetdesk backup restore",
  "window-only": "This is only available in the Fleetdesk window.",
  "file-not-writable-kind": "{{file}} is not a regular file. Choose the name of a regular file.",
  "file-not-found": "The file {{file}} does not exist. Check the path.",
  "file-is-directory": "{{file}} is a directory, not a file. Choose a file.",
  "file-no-read-permission":
    "You do not have permission to read the file {{file}}. Choose another file, or change its permissions.",
  "file-unreadable": "The file {{file}} can't be read ({{reason}}).",
  "file-disk-full": "The disk is full, so the file {{file}} was not written. Free some space.",
  "file-exists-replace":
    "The file {{file}} already exists. Choose another name, or confirm that you want to replace it.",
  "file-not-regular": "{{file}} is not a regular file. Save its content to a file first.",
  "file-is-archive": "The file {{file}} is an archive or a damaged workbook. Save the sheet as CSV and use that file.",
  "workbook-encrypted": "The workbook {{file}} is protected by a password. Save it without one and use that file.",
  "workbook-old": "The workbook {{file}} has the old format XLS. Save it as XLSX or CSV and use that file.",
  "workbook-empty": "The workbook {{file}} has no data. Check the file.",
  "workbook-too-large":
    "The workbook {{file}} is larger than {{limit, number}} MB. Keep only the columns that are needed, or save the sheet as CSV.",
  "file-not-text": "The file {{file}} is not a text file. Choose a text file.",
  "data-dir-disk-full": "The disk with {{directory}} is full. Free some space and try again.",
  "data-dir-read-only":
    "The data directory {{directory}} is not writable. Choose another one with --data-dir, or give this user write access.",
  "file-exists": "The file {{file}} already exists. Use another name, or delete the file first.",
  "state-dir-disk-full":
    "The disk with {{directory}} is full, so nothing more was sent. Free some space and resume the campaign.",
  "state-dir-read-only":
    "The state directory {{directory}} is not writable, so a copied database couldn't be detected and nothing more was sent. Give this user write access (on Linux, XDG_STATE_HOME sets another directory).",
  "database-from-future":
    "The database {{file}} was written by a newer version of Fleetdesk (schema {{version}}; this version supports up to {{newest}}). Install the newer version, or use another data directory.",
  "restore-interrupted":
    "A restore of the database {{file}} was interrupted, and the database is missing. Restore again with: fleetdesk backup restore",
  "database-thread-not-started": "The database thread did not start: {{reason}}. Restart Fleetdesk.",
  "database-thread-ended": "The database thread ended before it was ready. Restart Fleetdesk.",
  "backup-damaged": "The backup {{name}} is damaged, so nothing was changed. Choose another backup.",
  "backup-not-found": "There is no backup named {{name}}. List the backups with: fleetdesk backup list",
  "database-thread-stopped": "The database thread stopped: {{reason}}. Restart Fleetdesk.",
  "database-closed": "The database is closed. Restart Fleetdesk.",
  "database-not-upgradable":
    "The database {{file}} belongs to another version of Fleetdesk and can't be upgraded, because it is not writable. Make it writable, then start again.",
  "database-query-unknown": "There is no database query named {{query}}.",
  "database-disk-error": "The disk with {{file}} reported an error: {{reason}}. Check the disk.",
  "database-failed": "The database {{file}} reported an error: {{reason}}.",
  "database-disk-was-full":
    "The disk with {{file}} was full when the database was opened. Free some space, then try again.",
  "database-disk-full": "The disk with {{file}} is full; saved data is not affected. Free some space.",
  "time-zone-unknown": 'Unknown time zone "{{zone}}". Use a name such as Europe/Berlin.',
  "check-program": "Fleetdesk {{version}}, {{runtime}}, {{platform}}.",
  "check-space": "Writable, with {{free, number}} MB free.",
  "check-space-low":
    "The disk of the data directory has {{free, number}} MB free, and the database has {{needed, number}} MB. Free some space: upgrades, backups and compaction copy the database.",
  "check-database":
    "Schema {{schema}}, SQLite {{sqlite}}, {{size, number}} MB, of which {{reusable, number}} MB can be reused.",
  "check-integrity": "No damage found.",
  "check-integrity-late":
    "The check of the file did not end within {{seconds, number}} s. Run it again when nothing else uses the disk.",
  "check-keychain-system": "Tokens are stored in the system keychain.",
  "check-keychain-file": "Tokens are stored in a file encrypted with a passphrase.",
  "check-keychain-memory":
    "Tokens are kept in memory only, so each start needs a new sign-in. Choose a keychain to keep them.",
  "check-keychain-locked": "The keychain is locked, so tokens can't be read. Unlock it with its passphrase.",
  "check-keychain-undecided": "No keychain is set up, so nothing can sign in. Choose where to store tokens.",
  "check-log": "No errors in the last 24 hours.",
  "check-log-errors_one":
    "{{count, number}} error in the last 24 hours: {{event}}. Include the report when you contact support.",
  "check-log-errors_other":
    "{{count, number}} errors in the last 24 hours, most recently {{event}}. Include the report when you contact support.",
  "check-log-missing": "There is no log file.",
  "check-without-connection": "There is no connection. Create one to check its service.",
  "check-without-network": "Nothing was sent, because checks of the service were excluded.",
  "check-clock": "The clocks of this computer and of the service differ by {{seconds, number}} s.",
  "check-clock-behind":
    "The clock of this computer is {{seconds, number}} s behind that of the service. Set it, or enable automatic time.",
  "check-clock-ahead":
    "The clock of this computer is {{seconds, number}} s ahead of that of the service. Set it, or enable automatic time.",
  "check-clock-unknown": "The service sent no time.",
  "check-rate-limit": "Requests are not delayed.",
  "check-rate-limited-by-service":
    "The service delays requests: the next leaves in {{seconds, number}} s. Send more slowly, or wait.",
  "check-rate-limited-by-option":
    "The rate limit of the connection delays requests: the next leaves in {{seconds, number}} s. Wait, or raise the limit in its options.",
  "restore-not-confirmed": "Nothing was changed. Restore this backup with: fleetdesk backup restore {{name}} --replace",
} as const;
