import { t } from '../../lib/locale/texts.ts'

export const STATES = ['active', 'inactive', 'bounced', 'complained', 'cancelled'] as const

/** How a state changed, by the cause of the change: `Unsubscribed ${cause}`. */
export const causeText = (cause: string): string | undefined =>
  ({
    api: t`through the API`,
    dashboard: t`manually`,
    manual: t`manually`,
    import: t`through an import`,
    form: t`through a form`,
    unsubscribe_link: t`with the link in an email`,
    one_click: t`with the button in their email app`,
    bounce: t`after a bounce`,
    complaint: t`after a complaint`,
    confirmation: t`by confirming their address`,
    purchase: t`through a purchase`,
    automation: t`by an automation`,
  })[cause]
