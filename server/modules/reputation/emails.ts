import { env } from '../../env.ts'
import { numberText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import type { BounceWave } from '../delivery/bounces/waves.ts'
import { describeGuard, domainName, type Guard, limitText } from '../delivery/reputation/guard.ts'
import type { GuardCause } from '../delivery/reputation/limits.ts'
import type { NoticeEmail } from '../notifications/notify.ts'

const adviceFor = (cause: GuardCause): string =>
  ({
    complaints: t`Send only to subscribers who asked for your emails and expect them, and make the unsubscribe link easy to find.`,
    bounces: t`Check where the latest subscribers came from. Old or bought lists contain many addresses that do not exist.`,
  })[cause]

/** Returns the email that tells members about a warning or a pause. */
export function guardEmail(guard: Omit<Guard, 'since'>): NoticeEmail {
  const { state, cause, domain } = guard
  const what = cause === 'complaints' ? t`spam complaints` : t`hard bounces`
  const action = { label: t`Open sending health`, url: `${env().APP_URL}/settings/sending-health` }
  if (state === 'warned')
    return {
      subject: t`Too many ${what} from ${domainName(domain)}`,
      heading: t`Too many ${what}`,
      paragraphs: [
        t`${describeGuard(guard)} Sending is paused at ${limitText(cause, 'pause')}; you are above ${limitText(cause, 'warn')}.`,
        t`${adviceFor(cause)} Mailbox providers block senders above these limits.`,
      ],
      action,
    }
  return {
    subject: t`Sending from ${domainName(domain)} is paused`,
    heading: t`Sending is paused`,
    paragraphs: [
      t`${describeGuard(guard)} The limit is ${limitText(cause, 'pause')}.`,
      t`Unsent messages stay queued. Broadcasts stop and sequences wait until an owner or admin resumes sending.`,
      t`${adviceFor(cause)} Mailbox providers block senders above these limits.`,
    ],
    action,
  }
}

/** Returns the email about bounces that wait for a decision. */
export function wavesEmail({ domain, sample, waiting, bounced }: BounceWave): NoticeEmail {
  const count = numberText(waiting + bounced)
  const where = domain === '' ? t`your subscribers` : t`your subscribers at ${domain}`
  return {
    subject: t`${count} bounces are waiting for your decision`,
    heading: t`Bounces are waiting for your decision`,
    paragraphs: [
      t`Within an hour, reports with the same text would have bounced ${count} of ${where}. That usually means a fault at one server, not that so many mailboxes closed, so they wait.`,
      t`The reports say: “${sample}”`,
      t`Apply them if the addresses do not exist. Discard them if something else was wrong, such as a DNS record of your domain: the subscribers stay active.`,
    ],
    action: { label: t`Decide`, url: `${env().APP_URL}/settings/sending-health` },
  }
}
