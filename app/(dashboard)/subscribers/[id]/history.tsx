import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { formatMoney, formatNumber } from '@/components/format'
import {
  CircleSlash,
  FileUp,
  FormInput,
  ListOrdered,
  type LucideIcon,
  MailCheck,
  MailOpen,
  MailX,
  MousePointerClick,
  PencilLine,
  ShieldCheck,
  ShoppingBag,
  Tag,
  TriangleAlert,
  UserRoundCheck,
  Workflow,
} from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { RowsSkeleton } from '@/components/loading'
import { RelativeTime } from '@/components/relative-time'
import { ShowMore } from '@/components/show-more'
import { subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { cn } from '@/components/ui/cn'
import { t } from '@/server/lib/locale/texts.ts'
import type { HistoryEntry } from '@/server/modules/subscribers/list/history.ts'
import { causeText } from '@/server/modules/subscribers/values-schema.ts'
import { historyQuery } from './queries'

/** The name of an entry’s object, beside its muted verb. */
const NAME = 'font-medium text-foreground [a&]:hover:underline'

/** The subscriber's events, newest first. */
export function History({ id }: { id: number }) {
  const history = useInfiniteQuery(historyQuery(useTRPC(), id))
  const entries = history.data?.pages.flatMap(({ rows }) => rows)
  return (
    <section aria-labelledby="history" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="history" className="font-semibold text-base tracking-tight">
        History
      </h2>
      {history.error ? (
        <ErrorState as="h3" query={history} />
      ) : !entries ? (
        <RowsSkeleton rows={5} />
      ) : entries.length === 0 ? (
        <EmptyState
          as="h3"
          illustration="inbox"
          title="No history yet"
          description="Emails, clicks and changes appear here."
        />
      ) : (
        <ol className="grid">
          {entries.map((entry) => (
            <HistoryRow key={`${entry.kind} ${entry.id}`} entry={entry} />
          ))}
        </ol>
      )}
      <ShowMore list={history} label="Show earlier" size="md" className="justify-self-center" />
    </section>
  )
}

/** An event in the history. */
export function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { icon: Icon, text } = entryText(entry)
  return (
    <li className="group/entry grid grid-cols-[2rem_minmax(0,1fr)_auto] items-start gap-3 pb-5 text-sm">
      <span className="relative grid size-8 place-items-center rounded-full bg-secondary text-muted-foreground after:absolute after:top-9 after:h-[calc(100%-1rem)] after:w-px after:bg-border group-last/entry:after:hidden">
        <Icon aria-hidden className="size-4" />
      </span>
      <p className={cn('pt-1.5 [overflow-wrap:anywhere]', typeof text !== 'string' && 'text-muted-foreground')}>
        {text}
      </p>
      <RelativeTime at={entry.occurred_at} className="whitespace-nowrap pt-1.5 text-muted-foreground" />
    </li>
  )
}

function entryText(entry: HistoryEntry): { icon: LucideIcon; text: ReactNode } {
  switch (entry.kind) {
    case 'state_changed': {
      const { from_state, to_state, cause, note } = entry.detail
      const how = causeText(cause) ?? cause
      if (!from_state) return { icon: UserRoundCheck, text: `Joined ${how}` }
      return {
        icon: to_state === 'active' ? UserRoundCheck : CircleSlash,
        text: `${from_state === 'bounced' && to_state === 'active' ? t`Restored` : subscriberStates[to_state].label} ${how}${note ? `: “${note}”` : ''}`,
      }
    }
    case 'tag_added':
      return {
        icon: Tag,
        text: (
          <>
            Tagged with <strong className={NAME}>{entry.detail.name}</strong>
          </>
        ),
      }
    case 'tag_removed':
    case 'tag_addition_undone':
    case 'tag_removal_undone':
      return {
        icon: Tag,
        text: (
          <>
            {tagChange(entry.kind)} <strong className={NAME}>{entry.detail?.name ?? t`a tag that was deleted`}</strong>
          </>
        ),
      }
    case 'field_changed': {
      const { name, from, to } = entry.detail
      return {
        icon: PencilLine,
        text:
          to === null ? (
            <>
              Cleared <strong className={NAME}>{name}</strong>
              {from === null ? null : t` (was “${from}”)`}
            </>
          ) : (
            <>
              Changed <strong className={NAME}>{name}</strong> {from === null ? null : t`from “${from}” `}
              {t`to “${to}”`}
            </>
          ),
      }
    }
    case 'sequence_left':
    case 'sequence_restarted': {
      const verb = entry.kind === 'sequence_left' ? t`Left the sequence` : t`Started again in the sequence`
      return {
        icon: ListOrdered,
        text: entry.detail ? (
          <Named verb={verb} href={`/sequences/${entry.detail.id}`} name={entry.detail.name} />
        ) : (
          t`${verb}, which was deleted`
        ),
      }
    }
    case 'form_subscribed':
      return { icon: FormInput, text: `Subscribed to the form ${entry.detail.name}` }
    case 'email_sent':
      return { icon: emailIcon(entry.detail), text: <SentEmail mail={entry.detail} /> }
    case 'email_bounced':
      return {
        icon: MailX,
        text: (
          <>
            {BOUNCES[entry.detail.bounce_type ?? 'hard'] ?? 'Bounced:'} <Subject mail={entry.detail} />
            {entry.detail.reply ? <span className="block">{entry.detail.reply}</span> : null}
          </>
        ),
      }
    case 'purchased': {
      const { total, currency, products } = entry.detail
      return {
        icon: ShoppingBag,
        text: `Bought ${products.join(', ') || 'something'} for ${formatMoney(total, currency)}`,
      }
    }
    case 'consent_given': {
      const { source, text } = entry.detail
      return { icon: ShieldCheck, text: `Consent recorded ${consentSource(source) ?? ''}${text ? `: “${text}”` : ''}` }
    }
    case 'sequence_joined':
    case 'sequence_completed':
      return {
        icon: ListOrdered,
        text: (
          <Named
            verb={entry.kind === 'sequence_joined' ? 'Joined the sequence' : 'Completed the sequence'}
            href={`/sequences/${entry.detail.id}`}
            name={entry.detail.name}
          />
        ),
      }
    case 'automation_entered':
    case 'automation_ended': {
      const ended = entry.kind === 'automation_ended' && !entry.detail.is_completed ? t`Left` : t`Completed`
      const verb = entry.kind === 'automation_entered' ? t`Entered` : ended
      return {
        icon: Workflow,
        text: (
          <Named verb={`${verb} the automation`} href={`/automations/${entry.detail.id}`} name={entry.detail.name} />
        ),
      }
    }
    case 'imported':
      return {
        icon: FileUp,
        text: `${entry.detail.result === 'created' ? t`Imported` : t`Updated`} from ${entry.detail.filename}`,
      }
  }
}

const tagChange = (kind: 'tag_removed' | 'tag_addition_undone' | 'tag_removal_undone'): string =>
  ({
    tag_removed: t`Removed the tag`,
    tag_addition_undone: t`Undid adding the tag`,
    tag_removal_undone: t`Restored the tag`,
  })[kind]

const consentSource = (source: string): string | undefined =>
  ({
    form: t`by a form`,
    import: t`by an import`,
    api: t`by the API`,
    manual: t`manually`,
    double_opt_in: t`by a confirmation link`,
    preferences: t`on the preference page`,
    address_change: t`with a new address`,
  })[source]

function Named({ verb, href, name }: { verb: string; href: string; name: string }) {
  return (
    <>
      {verb}{' '}
      <Link className={NAME} href={href}>
        {name}
      </Link>
    </>
  )
}

const BOUNCES: Record<string, string> = {
  hard: 'Bounced, because the address does not exist:',
  soft: 'Bounced, but may work again:',
  blocked: 'Blocked by the receiving server:',
}

function hrefOf({ broadcast_id, sequence_id, automation_id, email_id }: EmailOfEntry): string | undefined {
  if (broadcast_id) return `/broadcasts/${broadcast_id}`
  if (sequence_id) return email_id ? `/sequences/${sequence_id}/emails/${email_id}/report` : `/sequences/${sequence_id}`
  if (automation_id)
    return email_id ? `/automations/${automation_id}/emails/${email_id}` : `/automations/${automation_id}`
  return undefined
}

type EmailOfEntry = Extract<HistoryEntry, { kind: 'email_bounced' }>['detail'] | SentDetail
type SentDetail = Extract<HistoryEntry, { kind: 'email_sent' }>['detail']

const emailIcon = ({ opens, clicks, is_complained }: SentDetail): LucideIcon => {
  if (is_complained) return TriangleAlert
  if (clicks > 0) return MousePointerClick
  return opens > 0 ? MailOpen : MailCheck
}

/** An email with what the subscriber did with it: "sent, opened twice, clicked". */
function SentEmail({ mail }: { mail: SentDetail }) {
  const { opens, clicks, urls, is_complained } = mail
  const acts = [
    t`sent`,
    opens > 0 &&
      times(opens, { once: t`opened`, twice: t`opened twice`, more: t`opened ${formatNumber(opens)} times` }),
    clicks > 0 &&
      times(clicks, { once: t`clicked`, twice: t`clicked twice`, more: t`clicked ${formatNumber(clicks)} times` }),
    is_complained && t`marked as spam`,
  ]
  return (
    <>
      <Subject mail={mail} /> {acts.filter(Boolean).join(', ')}
      {urls.length > 0 ? <span className="block truncate text-xs">{urls.join(', ')}</span> : null}
    </>
  )
}

const times = (count: number, words: { once: string; twice: string; more: string }): string =>
  count === 1 ? words.once : count === 2 ? words.twice : words.more

function Subject({ mail }: { mail: EmailOfEntry }) {
  const subject = <LiquidText text={mail.subject || 'an email without a subject'} />
  const href = hrefOf(mail)
  return href ? (
    <Link className={NAME} href={href}>
      {subject}
    </Link>
  ) : (
    <strong className={NAME}>{subject}</strong>
  )
}
