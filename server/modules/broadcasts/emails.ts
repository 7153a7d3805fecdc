import { env } from '../../env.ts'
import { t, text } from '../../lib/locale/texts.ts'
import { subjectForMany } from '../delivery/compose/subjects.ts'
import type { NoticeEmail } from '../notifications/notify.ts'

interface AboutBroadcast {
  id: number
  subject: string | null
}

const action = ({ id }: AboutBroadcast) => ({ label: t`Open broadcast`, url: `${env().APP_URL}/broadcasts/${id}` })

export const sentEmail = ({ subject }: Pick<AboutBroadcast, 'subject'>): NoticeEmail => ({
  subject: t`Your broadcast ${quoted(subject)} has been sent`,
  paragraphs: [t`Its report shows deliveries, opens and clicks as they arrive.`],
})

/** `reason` is one or more sentences. */
export const stoppedEmail = ({ reason, ...about }: AboutBroadcast & { reason: string }): NoticeEmail => ({
  subject: t`Your broadcast ${quoted(about.subject)} has stopped`,
  heading: t`Your broadcast has stopped`,
  paragraphs: [
    t`${quoted(about.subject)} stopped while it was sending. ${text(reason)}`,
    t`Subscribers who have not received it stay queued. Fix the problem, then resume sending.`,
  ],
  action: action(about),
})

export const notSentEmail = ({ problem, ...about }: AboutBroadcast & { problem: string }): NoticeEmail => ({
  subject: t`Your broadcast ${quoted(about.subject)} was not sent`,
  heading: t`Your broadcast was not sent`,
  paragraphs: [
    t`${quoted(about.subject)} was scheduled, but could not be sent at its time. ${text(problem)}`,
    t`No one has received it. Fix the problem, then send or schedule it again.`,
  ],
  action: action(about),
})

/** Quotes a subject on one line, with field names as placeholders, for service emails and notifications. */
export const quoted = (subject: string | null) =>
  `“${
    subjectForMany(subject ?? '')
      .replace(/\s+/g, ' ')
      .trim() || t`No subject`
  }”`
