import type { Source } from '../../core/context.ts'
import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'
import { securityEmail } from '../users/emails.ts'

interface CreatedKey {
  /** Name of the key. */
  key: string
  account_name: string
  /** Name of the user who created it. */
  name: string | null
  at: Date
  source: Source | undefined
}

export const keyCreatedEmail = ({ key, account_name, ...created }: CreatedKey): ServiceEmail =>
  securityEmail({
    ...created,
    subject: t`An API key was created`,
    what: t`The API key “${key}” was created for “${account_name}”. It gives programs access to the account.`,
    advice: t`If not, revoke the key and change your password.`,
    action: { label: t`View API keys`, url: `${env().APP_URL}/settings/api-keys` },
  })
