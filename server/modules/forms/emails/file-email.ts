import type { Tx } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { formLook } from '../../../lib/page/form-style.ts'
import { fileUrl } from '../files/tokens.ts'
import { type EmailKind, paragraphsOf, signOffOf } from './send-due.ts'

interface Pair {
  form_id: number
  subscriber_id: number
}

/** The email with the link to the file of a form. */
export const FILE_EMAIL: EmailKind = {
  table: 'form_file_email',
  is_needed: `s.state = 'active' and exists (select from form_file x
    where x.account_id = $1 and x.form_id = f.id and x.state = 'ready')`,
  compose({ account_id }, { form_id, subscriber_id, settings }, { style, ...account }) {
    const { subject, heading, message, button_label } = settings.file_email
    return {
      subject,
      heading,
      paragraphs: paragraphsOf(message),
      action: { label: button_label, url: fileUrl({ account_id, form_id, subscriber_id }) },
      footnote: t`You received this email because you signed up with a form of “${account.name}”. The link is yours alone. ${signOffOf(account)}`,
      brand: { name: account.name, ...formLook(settings, style) },
    }
  },
}

/** Requests the email of each form with a file. A subscriber gets it once per form. A job sends the emails. */
export async function requestFileEmails(tx: Tx, { pairs }: { pairs: readonly Pair[] }): Promise<void> {
  if (pairs.length === 0) return
  const requested = await tx.sql.run(
    `insert into form_file_email (account_id, form_id, subscriber_id, requested_at, next_attempt_at)
     select distinct $1::int, p.form_id, p.subscriber_id, $4::timestamptz, $4::timestamptz
     from unnest($2::int[], $3::bigint[]) as p(form_id, subscriber_id)
       join form_file x on x.account_id = $1 and x.form_id = p.form_id and x.state = 'ready'
     order by 2, 3
     on conflict (account_id, form_id, subscriber_id) do nothing`,
    [pairs.map(({ form_id }) => form_id), pairs.map(({ subscriber_id }) => subscriber_id), tx.now()],
  )
  if (requested > 0) tx.emit('form.file_emails_requested', {})
}
