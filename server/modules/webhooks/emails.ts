import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import type { NoticeEmail } from '../notifications/notify.ts'
import type { ServiceEmail } from '../service-mail/service-email.ts'

interface AboutEndpoint {
  id: number
  name: string
  url: string
}

interface FailingEndpoint extends AboutEndpoint {
  failing_since: Date
  /** Name of the app that owns the endpoint. */
  app: string | null
}

const when = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
const action = ({ id }: { id: number }) => ({
  label: t`View deliveries`,
  url: `${env().APP_URL}/settings/webhooks/${id}`,
})

export const failingEndpointEmail = (endpoint: FailingEndpoint): NoticeEmail => ({
  subject: t`Your webhook “${endpoint.name}” is failing`,
  heading: t`A webhook is failing`,
  paragraphs: [
    t`Every delivery to ${endpoint.url} has failed since ${when(endpoint.failing_since)}. We keep trying.`,
    t`After five days without a successful delivery, the webhook is disabled.`,
  ],
  action: action(endpoint),
})

export const disabledEndpointEmail = (endpoint: FailingEndpoint): NoticeEmail => ({
  subject: t`Your webhook “${endpoint.name}” was disabled`,
  heading: t`A webhook was disabled`,
  paragraphs: [
    t`Every delivery to ${endpoint.url} has failed since ${when(endpoint.failing_since)}, so nothing more is sent there.`,
    endpoint.app
      ? t`It belongs to the app ${endpoint.app}, which can enable it. Failed deliveries are stored for 30 days and can then be resent.`
      : t`When the address works again, enable the webhook and resend the failed deliveries. They are stored for 30 days.`,
  ],
  action: action(endpoint),
})

export const forbiddenEndpointEmail = ({ reason, ...endpoint }: AboutEndpoint & { reason: string }): NoticeEmail => ({
  subject: t`Your webhook “${endpoint.name}” was disabled`,
  heading: t`A webhook was disabled`,
  paragraphs: [
    t`An administrator of this service disabled the webhook at ${new URL(endpoint.url).host}, so nothing more is sent there.`,
    t`Reason: ${reason}`,
    t`You cannot enable it until the administrator allows it again. Failed deliveries are stored for 30 days and can then be resent.`,
  ],
  action: action(endpoint),
})

export const allowedEndpointEmail = (endpoint: AboutEndpoint): ServiceEmail => ({
  subject: t`Your webhook “${endpoint.name}” was enabled`,
  heading: t`A webhook was enabled`,
  paragraphs: [
    t`An administrator of this service enabled the webhook at ${new URL(endpoint.url).host}. New events are sent there.`,
    t`Deliveries that failed while it was disabled can be resent.`,
  ],
  action: action(endpoint),
  footnote: t`You received this email because you own the account of this webhook.`,
})
