import { t } from '../../../lib/locale/texts.ts'
import { formLook } from '../../../lib/page/form-style.ts'
import { confirmationUrl } from '../confirmation/tokens.ts'
import { type EmailKind, paragraphsOf, signOffOf } from './send-due.ts'

/** The email that asks to confirm a subscription. */
export const CONFIRMATION_EMAIL: EmailKind = {
  table: 'confirmation',
  is_needed: `s.state in ('inactive', 'bounced')`,
  compose({ account_id }, { form_id, subscriber_id, settings }, { style, ...account }) {
    const { subject, heading, message, button_label } = settings.confirmation
    const url = confirmationUrl({ account_id, form_id, subscriber_id })
    return {
      subject,
      heading,
      paragraphs: paragraphsOf(message),
      action: { label: button_label, url },
      footnote: t`You received this email because your address was entered in a form of “${account.name}”. If it was not you, ignore it: without your confirmation you get no more emails. ${signOffOf(account)}`,
      brand: { name: account.name, ...formLook(settings, style) },
    }
  },
}
