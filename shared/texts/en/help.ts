/** The help page: guide and glossary. */
export const help = {
  title: "Help",
  tabs: {
    guide: "Guide",
    glossary: "Glossary",
    shortcuts: "Keyboard shortcuts",
  },
  guide: {
    open: "Open {{page}}",
    connect: {
      title: "Connect to your service",
      text: "Add a connection with an application token or your user name. To try everything without devices, start the built-in simulator.",
    },
    sync: {
      title: "Sync the fleet",
      text: "A sync downloads endpoints and SIMs to the cache. Lists, filters and searches then work at once, and also offline.",
    },
    find: {
      title: "Find endpoints",
      text: "Filter a list by any field, or open the palette and paste a name, ICCID, IMSI, IMEI or IP address.",
    },
    check: {
      title: "Check a list of identifiers",
      text: "Paste a list or open a CSV or XLSX file: each row gets its endpoint, or the reason why it has none.",
    },
    message: {
      title: "Send one SMS",
      text: "The messages of an endpoint are a conversation. Each message shows whether it was accepted, delivered and answered.",
    },
    campaign: {
      title: "Send to many endpoints",
      text: "A campaign has an audience, a text, a rollout and a review. Nothing is sent until you confirm the number of recipients.",
    },
    watch: {
      title: "Watch and stop",
      text: "Pause a campaign at any time. Stop all sending pauses every campaign and stops messages and quota changes at once.",
    },
    unknown: {
      title: "Resolve unknown outcomes",
      text: "If a response was lost, the outcome is unknown and nothing is sent again. The outcome is resolved when the SMS list of the endpoint proves it, or by your decision.",
    },
    events: {
      title: "Follow events",
      text: "Load or follow the event log of the fleet, of one endpoint, or of one SIM. Drag over the chart to select a period.",
    },
    quotas: {
      title: "Top up quotas",
      text: "See which data and SMS quotas are low or expired, and change one or many.",
    },
    network: {
      title: "Change DNS, profiles and data streams",
      text: "Each change shows how many endpoints it affects before it is sent.",
    },
    evidence: {
      title: "Prove what happened",
      text: "The audit log lists every change with its request and response. Its hash chain shows whether an entry was altered.",
    },
  },
  glossary: {
    search: "Search terms",
    none: "No term matches.",
    terms: {
      accepted: {
        term: "Accepted",
        text: "The service accepted the SMS or the change. Whether a device received it is the delivery status.",
      },
      audience: { term: "Audience", text: "The endpoints of a campaign, or a saved set of endpoints." },
      audit: {
        term: "Audit log",
        text: "Every sent request that changes something, with its response, linked by hashes.",
      },
      budget: { term: "Daily budget", text: "The largest number of SMS that a connection sends in a day." },
      cache: {
        term: "Cache",
        text: "The copy of the fleet, messages and events on this computer. Each list shows how old it is.",
      },
      callback: { term: "API callback", text: "The URL to which the service posts events or usage data." },
      campaign: { term: "Campaign", text: "One SMS text for many recipients, sent at most once to each." },
      canary: { term: "Canary", text: "The first, small wave of a campaign. The next wave waits for its result." },
      connection: { term: "Connection", text: "A service address with its sign-in, environment and options." },
      dataStream: {
        term: "Data stream",
        text: "A continuous export of events or usage data to a destination of yours.",
      },
      delivery: {
        term: "Delivery status",
        text: "What the service reports about an accepted SMS, such as delivered or expired.",
      },
      endpoint: { term: "Endpoint", text: "A device in the service, with its SIM, IP address and profiles." },
      environment: {
        term: "Environment",
        text: "Practice, test or production. Every confirmation that sends shows it.",
      },
      evidence: {
        term: "Evidence",
        text: "A file with all recipients, outcomes and times of a campaign that can be verified later.",
      },
      excluded: {
        term: "Excluded",
        text: "A recipient that gets no SMS, with the reason: for example, disabled or on the suppression list.",
      },
      gate: {
        term: "Gate",
        text: "The condition after a wave, such as enough delivered messages, that opens the next wave.",
      },
      grace: { term: "Grace period", text: "How long after a lost response a missing SMS or change is no proof yet." },
      iccid: { term: "ICCID", text: "The serial number of a SIM, 19 or 20 digits." },
      identifierCheck: {
        term: "Identifier check",
        text: "Finds the endpoint of each identifier in a list, and says what is wrong with the others.",
      },
      imei: { term: "IMEI", text: "The serial number of a device's modem, 15 digits." },
      imsi: { term: "IMSI", text: "The number with which a SIM identifies itself in a mobile network, 15 digits." },
      msisdn: { term: "MSISDN", text: "The phone number of a SIM." },
      outcome: { term: "Outcome", text: "The result of a request: accepted, rejected or unknown." },
      profile: {
        term: "Service profile",
        text: "The settings that endpoints share: allowed services, DNS, quotas and callbacks.",
      },
      quiet: { term: "Quiet hours", text: "The time of day in which a campaign sends nothing." },
      quota: { term: "Quota", text: "The data volume or number of SMS that an endpoint may still use." },
      rateLimit: {
        term: "Rate limit",
        text: "The number of requests that the service or the connection allows in a period.",
      },
      recall: { term: "Recall", text: "Cancels messages of a campaign that the service has not yet delivered." },
      recipient: { term: "Recipient", text: "An endpoint in a campaign." },
      refresh: { term: "Refresh", text: "Reads what is shown from the service again." },
      rejected: {
        term: "Rejected",
        text: "The service rejected the SMS or the change and gave a reason. Nothing was sent.",
      },
      reply: { term: "Reply", text: "An SMS from the device after the message." },
      segment: {
        term: "Segment",
        text: "The part of a text that fits in one SMS: 160 characters, or 70 with special ones. Each is charged.",
      },
      suppression: { term: "Suppression list", text: "Endpoints that never get an SMS of a campaign." },
      sync: { term: "Sync", text: "Downloads whole collections, such as all endpoints, to the cache." },
      unknown: {
        term: "Unknown outcome",
        text: "The response to a request was lost. Fleetdesk does not send again without proof.",
      },
      view: { term: "Saved view", text: "A filter, sort order and columns of a list under a name." },
      wave: { term: "Wave", text: "A part of a campaign's recipients. Waves are sent one after the other." },
    },
  },
} as const;
