'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { CONSENT_SOURCES, type Import } from '@/server/modules/imports/schema.ts'

const STATES = { active: 'Subscribed', inactive: 'Unconfirmed', cancelled: 'Unsubscribed' } as const

/** How it was imported: what somebody asks months later, and what the consent of these people rests on. */
export function ImportOptions({ file: { options, started_at, columns, headers } }: { file: Import }) {
  const trpc = useTRPC()
  const forms = useQuery(trpc.forms.list.queryOptions({ per_page: 1000 }, { enabled: Boolean(options?.form_id) }))
  const sequences = useQuery(
    trpc.sequences.list.queryOptions({ per_page: 1000 }, { enabled: Boolean(options?.sequence_id) }),
  )
  if (!options) return null
  const nameOf = (rows: readonly { id: number; name: string }[] | undefined, id: number) =>
    rows ? (rows.find((one) => one.id === id)?.name ?? 'Deleted since') : '…'
  const left_out = headers.filter((_header, at) => columns[at]?.target === 'ignore')
  return (
    <section aria-labelledby="choices" className="grid gap-3">
      <h2 id="choices" className="font-semibold text-lg tracking-tight">
        How it was imported
      </h2>
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <Choice label="Their consent">{CONSENT_SOURCES[options.consent_source]}</Choice>
        {options.consent_note ? <Choice label="In your words">{options.consent_note}</Choice> : null}
        {options.tags.length > 0 ? (
          <Choice label="Tags for everybody">
            <span className="flex flex-wrap gap-1.5">
              {options.tags.map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
            </span>
          </Choice>
        ) : null}
        <Choice label="New people">
          {STATES[options.state]}
          {options.double_opt_in ? ', and asked to confirm' : ''}
        </Choice>
        <Choice label="People who were on the list already">
          {options.existing === 'update' ? 'Updated' : 'Left as they were'}
        </Choice>
        {options.form_id ? (
          <Choice label="Added to the form">{nameOf(forms.data?.rows, options.form_id)}</Choice>
        ) : null}
        {options.sequence_id ? (
          <Choice label="Added to the sequence">{nameOf(sequences.data?.rows, options.sequence_id)}</Choice>
        ) : null}
        {left_out.length > 0 && left_out.length <= SHOWN_COLUMNS ? (
          <Choice label="Columns left out">{left_out.join(', ')}</Choice>
        ) : null}
        {started_at ? (
          <Choice label="Started">
            <DateTime at={started_at} />
          </Choice>
        ) : null}
      </dl>
    </section>
  )
}

const SHOWN_COLUMNS = 20

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
)
