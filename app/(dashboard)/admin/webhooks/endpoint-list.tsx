import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import { RelativeTime } from '@/components/relative-time'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { t } from '@/server/lib/locale/texts.ts'
import { EndpointActions } from './endpoint-actions'
import { EndpointState, failureText } from './endpoint-state'
import { endpointListQuery, WEBHOOK_FILTERS } from './queries'

const SORTS = {
  failures: 'Most failures',
  rate: 'Highest failure rate',
  backlog: 'Longest backlog',
  longest: 'Failing longest',
} as const
const STATES = { failing: 'Failing', disabled: 'Disabled', forbidden: 'Disabled by instance' } as const
/** Waiting deliveries of each kind are counted up to this number. */
const MAX_WAITING = 1_000

/** Endpoints of all accounts, worst first. */
export function EndpointList({ range }: { range: 'day' | 'week' }) {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, select } = useListFilters(WEBHOOK_FILTERS)
  const { q, state } = values
  const list = useQuery(endpointListQuery(trpc, range, values, cursor))
  const is_filtered = Boolean(q ?? state)
  return (
    <ListSection
      caption="Webhooks of all accounts"
      list={list}
      rowId={({ key }) => key}
      rowHref={({ key }) => `/admin/webhooks/${key}`}
      rowLabel={({ name }) => name}
      rowActions={(endpoint) => (endpoint.legacy ? null : <EndpointActions endpoint={endpoint} as="menu" />)}
      filters={
        <>
          <SearchInput label="Search webhooks" placeholder="Host, account or account ID" />
          <FilterSelect label="State" all="With problems" {...select('state')} options={STATES} className="w-48" />
          <FilterSelect label="Sort" usual="failures" {...select('sort')} options={SORTS} className="w-48" />
        </>
      }
      columns={[
        {
          header: 'Webhook',
          lines: ({ host, name, account_name, owner, app }) => [
            host,
            [name === host ? null : name, account_name, owner, app && t`by ${app}`].filter(Boolean).join(' · '),
          ],
        },
        {
          header: 'State',
          phone: 'aside',
          cell: (endpoint) => (
            <span className="grid justify-items-start gap-0.5">
              <EndpointState endpoint={endpoint} />
              {endpoint.failing_since ? (
                <span className="whitespace-nowrap text-muted-foreground text-xs">
                  since <RelativeTime at={endpoint.failing_since} />
                </span>
              ) : null}
            </span>
          ),
        },
        {
          header: 'Failed',
          align: 'end',
          cell: ({ attempts, failures }) => (
            <span className="figures whitespace-nowrap">
              {attempts > 0 ? formatPercent((100 * failures) / attempts) : '–'}
              <span className="block font-normal text-muted-foreground text-xs max-md:inline max-md:ps-1.5">
                {formatNumber(failures)} of {formatNumber(attempts)}
              </span>
            </span>
          ),
        },
        {
          header: 'Waiting',
          align: 'end',
          cell: ({ waiting }) => (
            <span className="figures whitespace-nowrap">
              {formatNumber(waiting)}
              {waiting >= MAX_WAITING ? '+' : ''}
            </span>
          ),
        },
        {
          header: 'Last error',
          from: 'lg',
          phone: 'plain',
          className: 'md:max-w-48',
          cell: (endpoint) => (
            <span className="text-muted-foreground text-xs [overflow-wrap:anywhere] md:line-clamp-2">
              {failureText(endpoint) ?? '–'}
            </span>
          ),
        },
      ]}
      empty={{
        as: 'h3',
        illustration: is_filtered ? 'search' : 'inbox',
        title: is_filtered ? 'No matching webhook' : 'No webhook has problems',
        description: is_filtered
          ? 'Try a part of the host or another state.'
          : 'Webhooks that fail, fall behind or are disabled appear here. Search finds the others.',
      }}
    />
  )
}
