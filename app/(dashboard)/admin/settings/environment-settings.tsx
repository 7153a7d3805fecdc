import { useQuery } from '@tanstack/react-query'
import { parseAsString, parseAsStringLiteral } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { FilterSelect, NothingFound, useListFilters } from '@/components/list/list-filters'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'

const SOURCES = { environment: 'Environment', '.env file': '.env file', default: 'Default' }
const SHOWN = ['given', 'default'] as const

/** Settings of the environment, read-only. */
export function EnvironmentSettings() {
  const trpc = useTRPC()
  const settings = useQuery(trpc.admin.settings.environment.queryOptions())
  const { values, clear, select } = useListFilters({
    q: parseAsString,
    source: parseAsStringLiteral(SHOWN),
  })
  const text = values.q?.toLowerCase() ?? ''
  const matchingSettings = settings.data?.filter(
    ({ name, description, source }) =>
      (!values.source || (values.source === 'default') === (source === 'default')) &&
      `${name} ${description}`.toLowerCase().includes(text),
  )
  return (
    <section aria-labelledby="environment" className="grid gap-3">
      <div>
        <h2 id="environment" className="font-semibold text-lg tracking-tight">
          Environment
        </h2>
        <p className="text-muted-foreground text-sm">
          Set in the environment or in .env, and read when the server starts. Secrets are never shown.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <SearchInput label="Search environment" placeholder="Name or description" resets={[]} className="sm:max-w-xs" />
        <FilterSelect
          label="Source"
          all="All settings"
          {...select('source')}
          options={{ given: 'Set here', default: 'Defaults' }}
        />
      </div>
      <DataTable
        caption="Environment settings"
        rows={matchingSettings}
        rowId={({ name }) => name}
        query={settings}
        columns={[
          {
            header: 'Setting',
            cell: ({ name, description }) => (
              <span className="grid gap-0.5">
                <code className="text-xs [overflow-wrap:anywhere]">{name}</code>
                <span className="font-normal text-muted-foreground text-xs">{description}</span>
              </span>
            ),
          },
          {
            header: 'Value',
            phone: 'plain',
            cell: ({ value, is_secret }) => (
              // Needs a width, because a column of breakable text would shrink to a few characters.
              <span className="block text-sm [overflow-wrap:anywhere] md:w-44">
                {is_secret ? (value ? 'Set' : 'Not set') : (value ?? 'Not set')}
              </span>
            ),
          },
          {
            header: 'Source',
            phone: 'aside',
            cell: ({ source }) => <Badge tone={source === 'default' ? 'neutral' : 'info'}>{SOURCES[source]}</Badge>,
          },
        ]}
        empty={<NothingFound title="No setting found" onClear={clear} />}
      />
    </section>
  )
}
