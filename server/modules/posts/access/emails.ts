import { t } from '../../../lib/locale/texts.ts'
import { PLAIN_STYLE } from '../../../lib/page/landing/plain-style.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'
import type { ServiceEmail } from '../../service-mail/service-email.ts'

/** For an address whose change the former address has not confirmed. It is sent in any case, so it does not reveal who bought something. */
export const elsewhereEmail = ({
  site_name,
  title,
  address,
  style,
}: {
  site_name: string
  title: string
  /** Masked. */
  address: string
  /** Null: the account chose no style. */
  style: PublicStyle | null
}): ServiceEmail => ({
  subject: t`Your link to “${title}”`,
  heading: t`Check your other inbox`,
  paragraphs: [
    t`You asked ${site_name} for a link to “${title}”. Your address was changed from ${address}, which has not confirmed the change. If you bought this, the link is in that inbox.`,
    t`If you cannot read emails there, reply to an email from ${site_name} and ask to have your new address confirmed.`,
  ],
  footnote: t`If you did not ask for this, ignore this email.`,
  brand: { name: site_name, accent_color: (style ?? PLAIN_STYLE).accent_color, style },
})

/** Contains a buyer's link to a paid post. */
export const accessEmail = ({
  site_name,
  title,
  url,
  style,
}: {
  site_name: string
  title: string
  url: string
  /** Null: the account chose no style. */
  style: PublicStyle | null
}): ServiceEmail => ({
  subject: t`Read “${title}”`,
  heading: t`Read the whole post`,
  paragraphs: [
    t`You asked ${site_name} for a link to “${title}”. Open it on the device where you want to read. The link works for 24 hours.`,
  ],
  action: { label: t`Read the post`, url },
  footnote: t`If you did not ask for this, ignore this email.`,
  brand: { name: site_name, accent_color: (style ?? PLAIN_STYLE).accent_color, style },
})
