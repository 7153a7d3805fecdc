import { env } from '../../env.ts'
import { describeGuard, domainName, type Guard, limitText } from '../delivery/reputation/guard.ts'
import type { Told } from '../notifications/notify.ts'

const ADVICE = {
  complaints:
    'Send only to subscribers who asked for your emails and expect them, and make the unsubscribe link easy to find.',
  bounces:
    'Check where the latest subscribers came from. Old or bought lists contain many addresses that do not exist.',
} as const

/** What members are told about a warning or a pause. */
export function guardEmail(guard: Omit<Guard, 'since'>): Told['email'] {
  const { state, cause, domain } = guard
  const what = cause === 'complaints' ? 'spam complaints' : 'hard bounces'
  const action = { label: 'Open sending health', url: `${env().APP_URL}/settings/sending-health` }
  if (state === 'warned')
    return {
      subject: `Too many ${what} from ${domainName(domain)}`,
      heading: `Too many ${what}`,
      paragraphs: [
        `${describeGuard(guard)} Sending is paused at ${limitText(cause, 'pause')}; you are above ${limitText(cause, 'warn')}.`,
        `${ADVICE[cause]} Mailbox providers block senders above these limits.`,
      ],
      action,
    }
  return {
    subject: `Sending from ${domainName(domain)} is paused`,
    heading: 'Sending is paused',
    paragraphs: [
      `${describeGuard(guard)} The limit is ${limitText(cause, 'pause')}.`,
      'Unsent messages stay queued. Broadcasts stop and sequences wait until an owner or admin resumes sending.',
      `${ADVICE[cause]} Mailbox providers block senders above these limits.`,
    ],
    action,
  }
}
