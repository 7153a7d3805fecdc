import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import { DateTime } from '@/components/relative-time'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import type { DryRun } from '@/server/modules/automations/publishing-schema.ts'
import { MANY_EMAILS } from '@/server/modules/automations/values-schema.ts'
import { stepOf } from '../../graph/exits'
import { type NameOf, stepLine } from '../../graph/words'
import { RunBadge } from '../runs/run-badge'
import { SIMULATED_FILTERS, simulatedQuery } from './queries'

interface SimulatedSubscribersProps {
  dryRun: DryRun
  nameOf: NameOf
  onOpen: (subscriber_id: number) => void
}

const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'held', label: 'Stuck' },
  { value: 'completed', label: 'Completed' },
  { value: 'left', label: 'Left' },
] as const

/** Lists subscribers who would have entered. A row opens the comparison with the emails they received. */
export function SimulatedSubscribers({ dryRun, nameOf, onOpen }: SimulatedSubscribersProps) {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, clear, select } = useListFilters(SIMULATED_FILTERS)
  const list = useQuery(simulatedQuery(trpc, dryRun.id, values, cursor))
  const stepTitle = (step_id: string | null) => {
    const step = stepOf(dryRun.graph, step_id)
    return step ? stepLine(step, nameOf) : '–'
  }
  return (
    <ListSection
      caption="Subscribers who would have entered"
      filters={
        <>
          <SearchInput label="Search subscribers" placeholder="Search by name or address" />
          <FilterSelect label="State" all="Any state" {...select('state')} options={STATES} />
          <FilterSelect
            label="Emails"
            all="Any number of emails"
            {...select('emails')}
            options={[{ value: 'many', label: `More than ${MANY_EMAILS} emails in a day` }]}
            className="w-60"
          />
        </>
      }
      list={list}
      rowId={({ subscriber_id }) => subscriber_id}
      rowLabel={({ email_address }) => email_address}
      columns={[
        {
          header: 'Subscriber',
          cell: ({ subscriber_id, email_address, first_name }) => (
            <button
              type="button"
              className="grid min-w-0 text-start hover:underline"
              onClick={() => onOpen(subscriber_id)}
            >
              <span className="truncate">{first_name ?? email_address}</span>
              {first_name ? <span className="truncate font-normal text-muted-foreground">{email_address}</span> : null}
            </button>
          ),
        },
        { header: 'State', phone: 'aside', cell: ({ state }) => <RunBadge state={state} /> },
        {
          header: 'Step',
          from: 'lg',
          phone: 'plain',
          cell: ({ state, step_id }) => (
            <span className="line-clamp-2">{state === 'completed' ? '–' : stepTitle(step_id)}</span>
          ),
        },
        {
          header: 'Emails',
          cell: ({ emails, most_emails }) => (
            <span className="figures inline-flex flex-wrap items-center gap-2">
              {formatNumber(emails)}
              {most_emails > MANY_EMAILS ? <Badge tone="warning">{formatNumber(most_emails)} in one day</Badge> : null}
            </span>
          ),
        },
        {
          header: 'Would have entered',
          from: 'lg',
          cell: ({ entered_at }) => <DateTime at={entered_at} />,
        },
      ]}
      empty={<NothingFound title="No one matches" onClear={clear} />}
    />
  )
}
