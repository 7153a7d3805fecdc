import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { errorText } from '@/components/error-text'
import { LiquidText } from '@/components/liquid-text'
import { IfRole } from '@/components/role'
import { DayAndTime } from '@/components/timed-text'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'
import { AddToSequence } from './add-to-sequence'
import { upcomingQueries } from './queries'

interface Upcoming {
  key: string
  href: string
  subject: string
  from: string
  due_at: string | null
  /** Shown instead of a time. */
  otherwise: 'Paused' | 'Later'
  skipped: 'excluded' | 'paused' | null
}

const SHOWN = 5

/** Upcoming emails from sequences, automations and broadcasts that are scheduled or being sent. */
export function UpcomingCard({ subscriber }: { subscriber: SubscriberProfile }) {
  const { id, first_name, email_address, state } = subscriber
  const trpc = useTRPC()
  const [showsAll, setShowsAll] = useState(false)
  const asked = upcomingQueries(trpc, id)
  const sequences = useQuery(asked.sequences)
  const automations = useQuery(asked.automations)
  const broadcasts = useQuery(asked.broadcasts)
  const error = sequences.error ?? automations.error ?? broadcasts.error
  if (!error && !(sequences.data && automations.data && broadcasts.data)) return null
  const rows: Upcoming[] = [
    ...(sequences.data ?? []).map((email) => ({
      key: `s${email.id}`,
      href: `/sequences/${email.sequence_id}/emails/${email.id}`,
      subject: email.subject,
      from: email.sequence_name,
      due_at: email.due_at,
      otherwise: 'Paused' as const,
      skipped: email.skipped,
    })),
    ...(automations.data ?? []).map((email, at) => ({
      // With the time, because a loop sends a step's email again.
      key: `a${email.run_id} ${at}`,
      href: `/automations/${email.automation_id}/emails/${email.email_id}`,
      subject: email.subject,
      from: email.automation_name,
      due_at: email.due_at,
      otherwise: 'Paused' as const,
      skipped: email.skipped,
    })),
    ...(broadcasts.data ?? []).map((broadcast) => ({
      key: `b${broadcast.id}`,
      href: `/broadcasts/${broadcast.id}`,
      subject: broadcast.subject ?? 'Untitled broadcast',
      from: broadcast.is_earliest ? 'Broadcast, at this time or later' : t`Broadcast`,
      due_at: broadcast.due_at,
      otherwise: broadcast.is_stopped ? ('Paused' as const) : ('Later' as const),
      skipped: broadcast.is_paused ? ('paused' as const) : null,
    })),
  ].sort((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9'))
  return (
    <SectionCard
      title="Upcoming emails"
      actions={
        state === 'active' ? (
          <IfRole atLeast="editor">
            <AddToSequence id={id} name={first_name ?? email_address} />
          </IfRole>
        ) : undefined
      }
      className="grid gap-4"
    >
      {error ? <p className="text-destructive-ink text-sm">{errorText(error)}</p> : null}
      {!error && rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          No upcoming emails from sequences, automations or scheduled broadcasts.
        </p>
      ) : null}
      <ol className="grid gap-4">
        {(showsAll ? rows : rows.slice(0, SHOWN)).map((row) => (
          <UpcomingRow key={row.key} row={row} />
        ))}
      </ol>
      {rows.length > SHOWN && !showsAll ? (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {rows.length}
        </Button>
      ) : null}
    </SectionCard>
  )
}

const SKIPPED = { excluded: 'Skipped: excluded from the sequence', paused: 'Skipped: emails are paused' }

function UpcomingRow({ row }: { row: Upcoming }) {
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-3 text-sm">
      {row.due_at ? (
        <DayAndTime at={row.due_at} className="figures text-muted-foreground" />
      ) : (
        <span className="text-muted-foreground">{row.otherwise}</span>
      )}
      <span className="grid min-w-0 gap-0.5">
        <Link className="line-clamp-2 font-medium hover:underline [overflow-wrap:anywhere]" href={row.href}>
          <LiquidText text={row.subject} />
        </Link>
        <span className="truncate text-muted-foreground">{row.from}</span>
        {row.skipped ? <span className="text-warning-ink">{SKIPPED[row.skipped]}</span> : null}
      </span>
    </li>
  )
}
