import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatCount, formatLocal } from '@/components/format'
import { ListOrdered, Send, Workflow } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { DateTime } from '@/components/relative-time'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import type { Upcoming } from '@/server/modules/home/schema.ts'

/** Scheduled broadcasts, and the numbers of sequence and automation emails due in the next seven days. */
export function ComingUp({ upcoming: { broadcasts, sequences, automations } }: { upcoming: Upcoming }) {
  return (
    <SectionCard
      title="Coming up"
      description="Scheduled broadcasts, and emails of sequences and automations in the next seven days."
      className="px-3 pt-3 pb-3 sm:px-4"
    >
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {broadcasts.map(({ id, subject, send_at, local_send_at }) => (
          <Row
            key={`broadcast ${id}`}
            href={`/broadcasts/${id}`}
            icon={<Send aria-hidden />}
            at={local_send_at ? `${formatLocal(local_send_at)}, their time` : <DateTime at={send_at} />}
          >
            <LiquidText text={subject || 'No subject'} />
          </Row>
        ))}
        {sequences.map(({ id, name, due }) => (
          <Row
            key={`sequence ${id}`}
            href={`/sequences/${id}`}
            icon={<ListOrdered aria-hidden />}
            at={due === 10_000 ? t`10,000 emails or more` : formatCount(due, 'email')}
          >
            {name}
          </Row>
        ))}
        {automations.map(({ id, name, due, is_more }) => (
          <Row
            key={`automation ${id}`}
            href={`/automations/${id}`}
            icon={<Workflow aria-hidden />}
            at={is_more ? t`${formatCount(due, 'email')} or more` : formatCount(due, 'email')}
          >
            {name}
          </Row>
        ))}
      </ul>
    </SectionCard>
  )
}

interface RowProps {
  href: string
  icon: ReactNode
  at: ReactNode
  children: ReactNode
}

function Row({ href, icon, at, children }: RowProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex items-center gap-3 rounded-xl px-2 py-2.5 hover:bg-accent [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
      >
        {icon}
        <span className="min-w-0 flex-1 truncate font-medium">{children}</span>
        <span className="figures shrink-0 text-muted-foreground text-sm">{at}</span>
      </Link>
    </li>
  )
}
