import Link from 'next/link'
import { formatCount } from '@/components/format'
import { ChevronRight, TriangleAlert } from '@/components/generated/icons'
import { plainLiquid } from '@/components/liquid-parts'
import { RelativeTime } from '@/components/relative-time'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import type { Problem } from '@/server/modules/home/schema.ts'

/** For each kind of problem, its title and the page that solves it. */
const KINDS: Record<Problem['kind'], { title: (problem: Problem) => string; href: (id: number) => string }> = {
  broadcast_stopped: {
    title: ({ name }) => `“${subject(name)}” stopped while sending`,
    href: (id) => `/broadcasts/${id}`,
  },
  no_postal_address: {
    title: ({ count }) => `${formatCount(count ?? 0, 'sequence')} can’t send without your postal address`,
    href: () => '/settings/general',
  },
  domain_broken: {
    title: ({ name }) => `${name} no longer signs your emails: a DNS record is missing or changed`,
    href: (id) => `/settings/sending-domains/${id}`,
  },
  broadcast_not_sent: { title: ({ name }) => `“${subject(name)}” was not sent`, href: (id) => `/broadcasts/${id}` },
  webhook_disabled: {
    title: ({ name }) => `The webhook “${name}” is disabled`,
    href: (id) => `/settings/webhooks/${id}`,
  },
  webhook_failing: {
    title: ({ name }) => `The webhook “${name}” is failing`,
    href: (id) => `/settings/webhooks/${id}`,
  },
  automation_held: {
    title: ({ name, count }) =>
      t`${count === 1000 ? t`1,000 or more subscribers` : formatCount(count ?? 0, 'subscriber')} stuck in “${name}”`,
    href: (id) => `/automations/${id}`,
  },
  import_failed: { title: ({ name }) => `Import failed: ${name}`, href: (id) => `/subscribers/import/${id}` },
  export_failed: { title: ({ name }) => `The export ${name} failed`, href: () => '/activity' },
}

const subject = (text: string) => plainLiquid(text || 'No subject')

/** Lists open problems, most urgent first. */
export function Attention({ problems }: { problems: readonly Problem[] }) {
  return (
    <SectionCard title="Needs attention" className="px-3 pt-3 pb-3 sm:px-4">
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {problems.map((problem) => {
          const { title, href } = KINDS[problem.kind]
          return (
            <li key={`${problem.kind} ${problem.id}`}>
              <Link href={href(problem.id)} className="flex items-start gap-3 rounded-xl px-2 py-2.5 hover:bg-accent">
                <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warning-ink" />
                <span className="grid min-w-0 flex-1 gap-0.5 [overflow-wrap:anywhere]">
                  <span className="font-medium">{title(problem)}</span>
                  {problem.reason ? (
                    <span className="line-clamp-2 text-muted-foreground text-sm">{problem.reason}</span>
                  ) : null}
                </span>
                {problem.since ? (
                  <span className="mt-0.5 shrink-0 text-muted-foreground text-sm">
                    <RelativeTime at={problem.since} />
                  </span>
                ) : null}
                <ChevronRight aria-hidden className="mt-0.75 size-4 shrink-0 text-muted-foreground" />
              </Link>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
