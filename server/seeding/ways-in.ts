/** A way to join the list, with the recorded source and consent. */
export interface WayIn {
  weight: number
  cause: 'form' | 'import' | 'api' | 'dashboard'
  consent: 'form' | 'import' | 'api' | 'manual'
  consent_text: string
  source_type: 'form_subscription' | 'manual' | 'api_subscription'
  source_mechanism: 'landing_page' | 'import' | 'api' | null
  referrer?: string
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
}

const FORM = {
  cause: 'form',
  consent: 'form',
  consent_text: 'Send me emails from the studio, about twice a month. I can unsubscribe at any time.',
  source_type: 'form_subscription',
  source_mechanism: null,
} as const

export const WAYS_IN: WayIn[] = [
  { ...FORM, weight: 30, referrer: 'https://studio-north.example/' },
  { ...FORM, weight: 14, referrer: 'https://studio-north.example/workshops' },
  {
    ...FORM,
    weight: 18,
    referrer: 'https://www.instagram.com/',
    utm_source: 'instagram',
    utm_medium: 'social',
    utm_campaign: 'kiln-opening',
  },
  { ...FORM, weight: 9, referrer: 'https://www.pinterest.com/', utm_source: 'pinterest', utm_medium: 'social' },
  {
    ...FORM,
    weight: 6,
    referrer: 'https://claypaper.example/studios-to-visit',
    utm_source: 'clay-paper',
    utm_medium: 'referral',
    utm_campaign: 'studios-to-visit',
  },
  {
    weight: 10,
    cause: 'import',
    consent: 'import',
    consent_text: 'Signed the paper list at the open studio.',
    source_type: 'manual',
    source_mechanism: 'import',
  },
  {
    weight: 10,
    cause: 'api',
    consent: 'api',
    consent_text: 'Ticked “send me news” in the shop’s checkout.',
    source_type: 'api_subscription',
    source_mechanism: 'api',
    referrer: 'https://shop.studio-north.example/checkout',
    utm_source: 'shop',
  },
  {
    weight: 3,
    cause: 'dashboard',
    consent: 'manual',
    consent_text: 'Asked to be added after a workshop.',
    source_type: 'manual',
    source_mechanism: null,
  },
]

/** User agents of email clients. Each subscriber has one. */
export const MAIL_PROGRAMS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Thunderbird/140.2.0',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
]

/** Apple's privacy proxy opens every email with this user agent. */
export const MACHINE_PROGRAM = 'Mozilla/5.0'
