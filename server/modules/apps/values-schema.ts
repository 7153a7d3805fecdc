export { eventLabel, PUBLIC_EVENTS } from '../../core/events/event-label.ts'

export const CATEGORIES = {
  selling: 'Selling',
  courses: 'Courses and memberships',
  websites: 'Websites and pages',
  growth: 'Growing an audience',
  content: 'Pictures and content',
  analytics: 'Analytics',
  automation: 'Automation and data',
} as const

/** Labels of the URLs that receive users, codes, tokens and data. */
export const ADDRESSES = {
  authorization_url: 'Authorization URL',
  revoke_url: 'Revoke URL',
  settings_url: 'Settings URL',
  after_install_url: 'Page after installing',
  webhook_url: 'Webhook URL',
  plugin_authorize_url: 'Plugin authorize URL',
  plugin_token_url: 'Plugin token URL',
  plugin_refresh_url: 'Plugin refresh URL',
  plugin_revoke_url: 'Plugin revoke URL',
} as const

export type AddressField = keyof typeof ADDRESSES

export const ADDRESS_FIELDS = Object.keys(ADDRESSES) as AddressField[]

export const PLUGIN_KIND_WORDS = {
  content_block: 'Content block',
  media_source: 'Media source',
  automation_event: 'Automation event',
  automation_action: 'Automation action',
} as const
