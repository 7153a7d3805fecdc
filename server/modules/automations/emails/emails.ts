import { env } from '../../../env.ts'
import { countText, numberText } from '../../../lib/locale/formats.ts'
import { t, text } from '../../../lib/locale/texts.ts'
import type { NoticeEmail } from '../../notifications/notify.ts'

// Emails to members.

const subscribers = (count: number) => countText(count, numberText(count), 'subscriber')

/** Tells a member about arrivals at steps that notify them, with the message of each step. */
export function arrivedEmail({
  name,
  automation_id,
  notices,
}: {
  name: string
  automation_id: number
  notices: readonly { message: string; arrived: number }[]
}): NoticeEmail {
  const total = notices.reduce((sum, { arrived }) => sum + arrived, 0)
  return {
    subject: t`${name}: ${subscribers(total)} arrived`,
    heading: t`${subscribers(total)} arrived in “${name}”`,
    paragraphs: notices.map(({ message, arrived }) => `${message} (${subscribers(arrived)})`),
    action: { label: t`Open automation`, url: `${env().APP_URL}/automations/${automation_id}` },
  }
}

export const heldEmail = ({ name, problem }: { name: string; problem: string | null }): NoticeEmail => ({
  subject: t`Subscribers wait in “${name}” because of a problem`,
  paragraphs: [
    problem === null ? t`A step failed.` : text(problem),
    t`Open the automation to see who is stuck and where, then retry.`,
  ],
})
