export const STATES = ['active', 'inactive', 'bounced', 'complained', 'cancelled'] as const

/** How a state changed, by the cause of the change: `Unsubscribed ${cause}`. */
export const CAUSES: Readonly<Record<string, string>> = {
  api: 'through the API',
  dashboard: 'manually',
  manual: 'manually',
  import: 'through an import',
  form: 'through a form',
  unsubscribe_link: 'with the link in an email',
  one_click: 'with the button in their email app',
  bounce: 'after a bounce',
  complaint: 'after a complaint',
  confirmation: 'by confirming their address',
  purchase: 'through a purchase',
  automation: 'by an automation',
}
