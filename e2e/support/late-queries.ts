/** Queries that a page runs in the browser although it arrives with its data (decision 0095), with the reason. */
const LATER: Record<string, string> = {
  'notifications.unread': 'asked again with each navigation; the first count comes with the page',
  'broadcasts.audience': 'a count of what is being edited',
  'automations.tasks': 'what jobs do right now',
  'automations.choices': 'found while someone types',
  'automations.emails.get': 'what a panel shows',
  'comments.counts': 'comes with the page of a draft; the panel of an automation’s email asks for it',
  'bulk_requests.get': 'what a panel shows',
  'bulk_requests.failures': 'what a panel shows',
  'sequences.changes': 'what jobs do right now',
  'imports.previewProgress': 'what jobs do right now',
  'subscribers.places': 'offered for a condition on distance',
  'webhooks.deliveries': 'updates every second',
  'transports.hosts': 'connects to each server and asks DNS',
  'admin.testSetup': 'connects to each server and asks DNS',
  'jobs.test': 'goes with the other tests of the setup',
  'sites.askName': 'whether a name is free right now',
  'bulk_actions.list': 'what jobs do right now',
  // They arrive with the page, and may be due again before a slow browser has shown it.
  'bulk_requests.list': 'asked again every 5 seconds',
  'jobs.list': 'asked again every 15 seconds',
  'admin.reviews.claimOf': 'asked again every 15 seconds',
  'webhooks.list': 'asked again every 10 seconds',
  'jobs.runs': 'asked again every 5 seconds',
  'mail.list': 'asked again every 5 seconds',
  'transports.list': 'asked again every 5 seconds',
}

/** Returns the calls of a request that query data of the page, which the first paint should have included. */
export const lateQueries = (url: string): string[] => callsOf(new URL(url).pathname).filter((call) => !(call in LATER))

/** Returns the names of the procedures that a request calls, or its pathname. */
export function callsOf(pathname: string): string[] {
  const [, calls] = /^\/api\/trpc\/(.+)/.exec(pathname) ?? []
  return calls === undefined ? [pathname] : decodeURIComponent(calls).split(',')
}
