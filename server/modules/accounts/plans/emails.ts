import { env } from '../../../env.ts'
import { currentLocale } from '../../../lib/locale/current.ts'
import { numberText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { NoticeEmail } from '../../notifications/notify.ts'
import type { LAPSES } from './due.ts'

const action = () => ({ label: t`View plan`, url: `${env().APP_URL}/settings/plan` })

interface AboutPlan {
  plan: string
  /** Name of the account. */
  name: string
}

export function trialEndingEmail({
  about,
  plan,
  name,
  time_zone,
}: AboutPlan & { about: Date; time_zone: string }): NoticeEmail {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone } as const
  const when = new Intl.DateTimeFormat(currentLocale().tag, form).format(about)
  return {
    subject: t`Your ${plan} trial ends soon`,
    heading: t`Your trial ends soon`,
    paragraphs: [
      t`The ${plan} trial for “${name}” ends on ${when} (${time_zone}).`,
      t`Without a paid plan the account then continues on the free plan. You keep your subscribers and everything you made; above the limits of the free plan you cannot add more.`,
    ],
    action: action(),
  }
}

export const planEndedEmail = ({ kind, plan, name }: AboutPlan & { kind: keyof typeof LAPSES }): NoticeEmail => ({
  subject: t`“${name}” is on the free plan now`,
  heading: t`The account is on the free plan now`,
  paragraphs: [
    {
      trial_lapsed: t`“${name}” was on ${plan}. The plan ended because its trial ended.`,
      canceled: t`“${name}” was on ${plan}. The plan ended because it was canceled.`,
      not_renewed: t`“${name}” was on ${plan}. The plan ended because it was not renewed.`,
    }[kind],
    t`You keep your subscribers and everything you made. Above the limits of the free plan you cannot add more.`,
  ],
  action: action(),
})

export function limitEmail({ subscriber_limit, active }: { subscriber_limit: number; active: number }): NoticeEmail {
  const isReached = active >= subscriber_limit
  const share = t`${numberText(active)} of ${numberText(subscriber_limit)} active subscribers.`
  return {
    subject: isReached ? t`The subscriber limit of your plan is reached` : t`The subscriber limit of your plan is near`,
    paragraphs: [
      isReached ? `${share} ${t`New subscribers are refused until you change the plan or remove some.`}` : share,
    ],
    action: action(),
  }
}
