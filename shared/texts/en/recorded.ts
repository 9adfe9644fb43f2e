/**
 * Texts of records: the ledger, the audit log and evidence contain their codes and parameters. Wording may change; a code or a
 * parameter is renamed only with an entry in `former-codes.ts`, since existing records refer to the former name. `_one` and `_other` are plural forms by `count`.
 */
export const recorded = {
  "earlier-sentence": "{{sentence}}",
  "unknown-text": "This text needs a newer version of Fleetdesk ({{code}}).",
  "unexpected-error": "An unexpected error occurred: {{error}}",
  internal: "An internal error occurred. See the log for details.",
  "disk-full": "The disk is full, so nothing more can be written to the data directory. Free some space.",
  "data-dir-gone":
    "The data directory {{directory}} was deleted or replaced, so outcomes can't be saved and sending stopped. Restore the directory, then start Fleetdesk again.",
  "lease-lost": "Another process has taken over this campaign. This process stopped sending.",

  // A request without a usable response.
  aborted: "The request was cancelled.",
  "operation-aborted": "The operation was cancelled.",
  offline: "This computer has no network connection. Check the network.",
  "connection-refused": "Connection refused by {{host}}. Check the address and the port.",
  "dns-failed": "The host {{host}} couldn't be found. Check the address.",
  "tls-failed":
    "The TLS connection to {{host}} failed ({{reason}}). Check that the port of the address is an HTTPS port.",
  "tls-untrusted":
    "The certificate of {{host}} is not trusted ({{reason}}). If your network has its own certificate authority, save its certificate as certificates.pem in the data directory and restart Fleetdesk.",
  "connect-timeout": "The connection to {{host}} timed out. Check the network and the firewall.",
  "network-unreachable": "The network can't reach {{host}}. Check the network connection.",
  "proxy-failed": "The proxy couldn't connect to the service. Check the proxy settings.",
  "proxy-not-resolved":
    "The system did not name a proxy within {{seconds, number}} s. Nothing was sent. Check the automatic proxy configuration (PAC) of this computer.",
  "proxy-sign-in": "The proxy requires a user name and a password. Sign in to the proxy.",
  "proxy-sign-in-required":
    "Proxy {{proxy}} requires a user name and a password, or rejected them. Nothing was sent. Sign in to the proxy.",
  "proxy-unreachable": "Proxy {{proxy}} can't be reached ({{reason}}). Nothing was sent. Check the proxy settings.",
  "answer-timeout": "The service took too long to respond.",
  "answer-too-large": "The response of the service is larger than Fleetdesk accepts.",
  "answer-not-http": "The response of {{host}} is not valid HTTP. Check the address.",
  "answer-truncated": "The connection was lost while the response was being received.",
  "client-closed": "Fleetdesk closed the connection.",
  "connection-lost": "The connection was lost before the response arrived.",
  "read-timeout": "The service did not respond within {{seconds}} s.",

  // Changes, and why an action on them is not possible.
  "session-never-signed-in": "The keychain in use holds no tokens for this connection. Connect again.",
  "session-signed-out": "This connection is signed out. Sign in to continue.",
  "session-expired": "The session has expired. Sign in again.",
  "session-signed-in-elsewhere":
    "The service ended this session early: the same user signed in elsewhere. Sign in again.",
  "session-refused": "The service no longer accepts this sign-in. Sign in again.",
  "session-locked-out": "The service has blocked sign-ins for a few minutes. Fleetdesk renews the session afterwards.",
  "session-unreachable": "The session couldn't be renewed yet. Fleetdesk retries automatically.",
  "session-refresh-lost": "The response to the session renewal was lost. Sign in again.",
  "session-origin-changed": "The tokens of this connection belong to another address and were not sent. Sign in again.",
  "session-keychain-closed": "The keychain is locked. Unlock the keychain, then sign in again.",

  // Responses.
  throttled: "Rate limit exceeded (HTTP {{status}}).",
  "throttled-until": "Rate limit exceeded (HTTP {{status}}). Try again at {{until}}.",
  "throttled-all": "The service is limiting all requests.",
  "throttled-all-until": "The service is limiting all requests. Try again at {{until}}.",
  "token-rejected": "The service rejected the access token. Sign in again.",
  "token-rejected-reason": "The service rejected the access token: {{reason, sentence}} Sign in again.",
  redirected:
    "The address returned a redirect (HTTP {{status}}) instead of a response of the service. Check the base URL.",
  "service-failed": "The service failed (HTTP {{status}}).",
  "service-failed-reason": "The service failed (HTTP {{status}}): {{reason, sentence}}",
  "service-refused": "The service rejected the request (HTTP {{status}}).",
  "service-refused-reason": "The service rejected the request (HTTP {{status}}): {{reason, sentence}}",
  "answer-unexpected":
    "The address returned a response that this service does not send (HTTP {{status}}). Check the base URL.",
  "answer-is-page":
    "The address returned a web page instead of data. A sign-in page of the network or a wrong base URL can cause this.",
  "status-with-page":
    "The address returned a page (HTTP {{status}}) instead of a response of the service. A gateway or a wrong base URL can cause this.",
  "answer-unreadable": "The response of the service couldn't be read.",
  "list-missing":
    "The service returned an empty body instead of a list (HTTP {{status}}), so the content of the list is unknown.",
  "locked-out": "The service has blocked sign-ins for a few minutes after too many attempts. Wait, then sign in again.",
  "credentials-refused": "The service rejected these credentials (HTTP {{status}}). Check the credentials.",
  "credentials-refused-reason":
    "The service rejected these credentials (HTTP {{status}}): {{reason, sentence}} Check the credentials.",
  "audit-unwritable": "The change was not made because the audit log couldn't be written. {{failure}}",

  "raw-path-outside":
    'The path "{{path}}" is not below the base URL. Nothing was sent. Begin it with a slash and leave out host, "..", "#" and spaces.',
  "raw-path-sign-in":
    "Fleetdesk signs in automatically, so this path can't be called. Nothing was sent. Sign in with: fleetdesk connection create NAME --base-url URL",
  "raw-request-not-in-window": "Only the command line can send a request of this form.",

  // Kinds of changes.
  "send-sms": "Send an SMS",
  "raw-request": "Send an API request",
  "cancel-sms": "Cancel an SMS",
  "recall-sms": "Recall an SMS",
  "sign-in-user": "Sign in with user name and password",
  "sign-in-refresh": "Renew the session",
  "sign-in-application-token": "Sign in with an application token",
  "set-data-quota": "Set the data quota",
  "add-data-quota": "Add to the data quota",
  "change-data-quota": "Change the settings of the data quota",
  "delete-data-quota": "Delete the data quota",
  "undo-data-quota": "Restore the data quota",
  "set-sms-quota": "Set the SMS quota",
  "add-sms-quota": "Add to the SMS quota",
  "change-sms-quota": "Change the settings of the SMS quota",
  "delete-sms-quota": "Delete the SMS quota",
  "undo-sms-quota": "Restore the SMS quota",
  "create-dns": "Create a DNS configuration",
  "delete-dns": "Delete a DNS configuration",
  "attach-dns": "Attach a DNS configuration to a service profile",
  "detach-dns": "Detach the DNS configuration from a service profile",
  "restore-dns": "Restore the previous DNS configuration of a service profile",
  "create-profile": "Create a service profile",
  "update-profile": "Update a service profile",
  "set-profile-callback": "Set the callback of a service profile",
  "remove-profile-callback": "Remove the callback of a service profile",
  "create-callback": "Create an API callback",
  "delete-callback": "Delete an API callback",
  "create-stream": "Create a data stream",

  // How a change without a usable response was resolved.
  "proved-by-list": "The response was lost. The service's list contains the new entry {{id}}.",
  "proved-id-by-list": "The response contained no ID. The service's list contains the new entry {{id}}.",
  "proved-not-created": "The response was lost. The service's list has no such entry: nothing was created.",
  "proved-not-created-later":
    "The response was lost. The service's list, read later, has no such entry: nothing was created.",
  "proved-deleted": "The response was lost. The service's list no longer contains the entry.",
  "proved-deleted-again": "The response was lost. A second delete request found the entry already deleted.",
  "proved-not-deleted": "The response was lost. The service's list still contains the entry: nothing was deleted.",
  "proved-not-deleted-again":
    "The response was lost. A second delete request found the entry unchanged: the first request deleted nothing.",
  "proved-as-requested": "The response was lost. A second request shows that the requested values are in effect.",
  "proved-profile-uses": "The response was lost. A later read shows that the profile uses the configuration.",
  "proved-profile-uses-not":
    "The response was lost. A later read shows that the profile does not use the configuration.",
  "proved-undo-done": "The response was lost. A later read shows that the undo took effect.",
  "proved-undo-not-done": "The response was lost. A later read shows that the undo did not take effect.",
  "proved-updated": "The response was lost. A later read returned the requested values.",
  "proved-not-updated": "The response was lost. A later read returned other values: the update was not applied.",
  "proved-quota-set": "The response was lost. A later read returned the requested quota.",
  "proved-quota-not-set":
    "The response was lost. A later read returned the previous quota: the service did not apply the change.",
  "confirmed-created": "The response was lost. You confirmed that the entry was created.",
  "confirmed-not-created": "The response was lost. You confirmed that nothing was created.",

  // Why a campaign stopped automatically.
  "no-message": "no message",
  "no-code": "no code",
  "stop-forbidden_one": 'The service responded "forbidden" once: {{message, clause}} ({{code}}).',
  "stop-forbidden_other": 'The service responded "forbidden" {{count}} times, last: {{message, clause}} ({{code}}).',
  "stop-consecutive":
    "{{attempts}} consecutive attempts were rejected for the same reason: {{message, clause}} ({{code}}).",
  "stop-share": "{{refused}} of {{attempts}} attempts were rejected. Last reason: {{message, clause}} ({{code}}).",
  "budget-spent":
    "The daily budget of {{budget, number}} SMS of this connection is used up (days in the time zone {{zone}}). Nothing more is sent today unless you raise the budget.",

  // Steps of a campaign.
  "paused-backup-restored":
    "Paused because a backup was restored. Resume the campaign to look up its pending recipients and continue.",
  "paused-cache-rebuilt":
    "Paused because the cache of a damaged database was rebuilt. Resume the campaign to look up its pending recipients and continue.",
  "in-flight-at-end_one": "Fleetdesk ended while the campaign was running. 1 recipient had a request in progress.",
  "in-flight-at-end_other":
    "Fleetdesk ended while the campaign was running. {{count, number}} recipients had a request in progress.",
  "interrupted-before-answer": "Fleetdesk ended before the response arrived.",
  "outcome-not-recorded": "The response of the service couldn't be recorded.",
  "closed-while-running": "Fleetdesk was closed while the campaign was running.",
  "cannot-continue": "The campaign can't resume automatically: {{failure}}",
  "cancelled-by-person": "Cancelled manually.",
  "panic-stop": "All sending was stopped, and requests in progress were cancelled.",
  "outcome-refused": "rejected",
  "outcome-unknown": "outcome unknown",
  "outcome-unverified": "possibly sent",
  "retry-ordered_one": "1 recipient was queued for retry ({{outcome}}).",
  "retry-ordered_other": "{{count, number}} recipients were queued for retry ({{outcome}}).",
  "retry-waits_one": "1 recipient is waiting for retry ({{outcome}}).",
  "retry-waits_other": "{{count, number}} recipients are waiting for retry ({{outcome}}).",
  "recipients-confirmed": "{{recipients}} recipients",
  recipients_one: "1 recipient",
  recipients_other: "{{count, number}} recipients",
  segments_one: "1 segment",
  segments_other: "{{count, number}} segments",
  "start-unconfirmed":
    "Campaign {{campaign}} sends to {{recipients}} ({{segments}} in total, at most {{longest}} each). Nothing was sent.",
  "start-misconfirmed":
    "Campaign {{campaign}} sends to {{recipients}} ({{segments}} in total, at most {{longest}} each), not to {{confirmed, number}}. Nothing was sent.",
  "no-message-taken": "The service accepted no message within {{hours}} h. {{failure}}",
  "identifiers-not-looked-up_one": "1 identifier couldn't be looked up on the service: {{failure}}",
  "identifiers-not-looked-up_other": "{{count, number}} identifiers couldn't be looked up on the service: {{failure}}",

  "offline-since": "Waiting: offline since {{since, time}}, retrying.",
  "not-worked-on": "This campaign is not running in this process.",

  // Schedule.
  "starts-at": "Starts at {{at, dateTime}}.",
  "quiet-until": "Quiet hours until {{until, dateTime}}.",
  "expiry-reached": "The campaign has expired.",
  "expired-before-start": "The campaign expired before the start.",
  "start-missed_one": "The start at {{at, dateTime}} was missed by 1 minute.",
  "start-missed_other": "The start at {{at, dateTime}} was missed by {{count, number}} minutes.",
  "start-missed-run": "{{missed}} Start the campaign to send now.",

  // Waves and their gates.
  "wave-canary": "Canary",
  "wave-rest": "Remaining recipients",
  "wave-number": "Wave {{wave}} of {{waves}}",
  "wave-opened": "{{why}} Now open: {{wave}}.",
  "opened-by-person": "Opened manually.",
  "next-wave-opened": "The next wave was opened manually. Resume the campaign to continue.",
  "gate-not-met": "The gate was not passed.",
  "wave-progress-sent": "sent",
  "wave-progress-none": "nothing was sent",
  "wave-progress-delivered": "{{met}} of {{sent}} delivered, {{needed}} needed",
  "wave-progress-delivered-known": "{{met}} of {{sent}} known to be delivered, {{needed}} needed",
  "wave-progress-expected-reply": "{{met}} of {{sent}} with the expected reply, {{needed}} needed",
  "wave-progress-expected-reply-known": "{{met}} of {{sent}} known to have the expected reply, {{needed}} needed",
  "wave-passed": "{{wave}} passed: {{progress}}.",
  "wave-waits": "{{wave}}: {{progress}}, until {{until, time}}.",
  "wave-pauses": "{{wave}}: {{progress}}. The next wave opens at {{until, time}}.",
  "wave-failed-none-sent": "{{wave}} did not pass: {{progress}}.",
  "wave-failed-out-of-reach": "{{wave}} did not pass: {{progress}}. The target can no longer be reached.",
  "wave-failed-time-over": "{{wave}} did not pass: {{progress}}. The time limit was reached.",
  "wave-not-checked": "{{verdict}} Messages whose status was not checked: {{unchecked}}.",
  "wave-check-failed": "{{verdict}} The last status check failed: {{failure}}",

  // Recipients with an unknown outcome.
  "unknown-looked-up": "Unknown outcomes are being checked in the SMS lists of the endpoints.",
  "stays-unknown_one":
    "1 recipient has an unknown outcome: the endpoint's SMS list does not show whether the service accepted the message. Check the outcome again later; a retry may deliver the message twice.",
  "stays-unknown_other":
    "{{count, number}} recipients have an unknown outcome: their SMS lists do not show whether the service accepted the messages. Check the outcomes again later; a retry may deliver the message twice.",
  "stays-unread_one":
    "1 recipient has an unknown outcome: the endpoint's SMS list couldn't be read. Check the outcome again later; a retry may deliver the message twice.",
  "stays-unread_other":
    "{{count, number}} recipients have an unknown outcome, and {{unread, number}} of their SMS lists couldn't be read. Check the outcomes again later; a retry may deliver the message twice.",
  "proven-waits_one":
    "The service did not accept the message for 1 recipient. Retry the recipient to send the message.",
  "proven-waits_other":
    "The service did not accept the messages for {{count, number}} recipients. Retry the recipients to send the messages.",
  "proven-too": "{{unknown}} {{proven}}",
  "no-sms-lists": "The service has no SMS lists, so the outcome of a request without a response can't be checked.",
  "unverified-left_one":
    "Another copy or state of this database may have sent to 1 pending recipient, and the SMS list is inconclusive. Resume the campaign to look up the recipient again, or retry the recipient and confirm the number.",
  "unverified-left_other":
    "Another copy or state of this database may have sent to {{count, number}} pending recipients, and the SMS lists are inconclusive. Resume the campaign to look up the recipients again, or retry the recipients and confirm their number.",
  "unverified-looked-up_one": "Looking up 1 pending recipient before sending: {{reason}}.",
  "unverified-looked-up_other": "Looking up {{count, number}} pending recipients before sending: {{reason}}.",
  "suspect-database-behind": "the database is older than the one that sent last",
  "suspect-unclean-end": "Fleetdesk ended while this campaign was sending",
  "suspect-log-missing": "the database lost its write-ahead log",
  "suspect-backup-restored": "the database was restored from a backup",
  "suspect-cache-rebuilt": "the database was damaged, and its cache was rebuilt",
  "suspect-mark-missing": "this computer has no record of how far this campaign was sent",
  "suspect-taken-over": "the campaign was taken over from another computer or directory",
  "suspect-listed": "the service lists messages of this campaign that are missing from this database",
  "suspect-list-not-read": "their SMS lists couldn't be checked before sending",
  "removed-unconfirmed":
    "The recipient was queued for retry although the message may have been sent, and removed before the retry. The outcome of the earlier message is being checked.",
  "sms-id": "{{id}}",
  "not-attributable":
    "The SMS list contains this text, but the record may belong to another message whose ID was never received.",
  "record-unreadable":
    "The SMS list contains a record that may be this message, but the record can't be read or dated.",
  "list-incomplete": "The service did not return the complete list.",
  "list-stale": "The list is not up to date: SMS {{id}} is missing.",
  "similar-time":
    "The SMS list contains this text with a time before the message was sent: the clocks of the service may differ.",
  "similar-record":
    "The SMS list contains a record similar to this message, with another sender or slightly different text: the service may have changed the message.",
  "not-listed-yet":
    "The message is not on the endpoint's SMS list yet. The service may still be processing the message.",
  "same-text-under-way": "The same text is being sent to this endpoint right now.",
  "list-too-young":
    "The message may be more than one day old and the SMS list has no earlier records, so the record may have been removed.",
  "proven-not-sent":
    "The service did not accept this message, and nothing is sent automatically. Retry to send the message.",
  "list-not-read": "The endpoint's SMS list couldn't be read: {{failure}}",

  // Why a recipient is excluded.
  "names-several": "{{endpoints}} matching endpoints: {{ids}}",
  "removed-by-step": "step {{step}}: {{source}}",
  "missing-variable": "{{variable}}",
  "too-long": "{{segments}} segments, {{limit}} allowed",
  "too-long-up-to": "up to {{segments}} segments, {{limit}} allowed",
  "check-digit-wrong": "the check digit does not match the number",
  "endpoint-not-found": "no matching endpoint",
  "endpoint-not-looked-up": "not in the cache ({{failure, clause}})",
  "looked-up-at-planning": "looked up on the service when the campaign is planned",
  "ends-rounded": "{{detail}}; the last digits look rounded by a spreadsheet",
  "digits-rounded": "the last digits were rounded by a spreadsheet",
  "identifier-empty": "the identifier column is empty",
  "as-clause": "{{detail, clause}}",
  "rounded-number": '"{{value}}" is a rounded number.',
  "no-endpoint-id": '"{{value}}" is not an endpoint ID, which is a whole number.',
  "no-iccid": '"{{value}}" is not an ICCID, which has 18 to 20 digits.',
  "no-imsi": '"{{value}}" is not an IMSI, which has 15 digits.',
  "no-msisdn": '"{{value}}" is not an MSISDN, which has at most 15 digits.',
  "no-imei": '"{{value}}" is not an IMEI, which has 14 to 16 digits.',
  "cell-empty": "The cell is empty.",
  "no-identifier-length": '"{{value}}" does not have the length of any identifier.',
  "longer-than-identifiers": '"{{value}}" is longer than any name or number.',
  "rounded-by-spreadsheet": '"{{value}}" was rounded by a spreadsheet. The last digits are lost.',
  "row-malformed": "{{values}} values in {{columns}} columns",
  "duplicate-of": "endpoint {{endpoint}}",
  "source-file": "file {{file}}",
  "source-filter": "{{filter}}",
  "source-view": "saved view ({{filter}})",
  "source-audience": "audience {{name}}",
  "source-endpoints": "{{endpoints}} selected endpoints",
  "source-list": "list {{name}}",
  "source-campaign": "campaign {{name}}: {{outcome}}",
} as const;
