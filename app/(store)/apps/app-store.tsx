'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { Page, PageHeader } from '@/components/page-header'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import { CATEGORIES } from '@/server/modules/apps/values-schema.ts'
import { AppCard } from './app-card'
import { CATEGORY_KEYS, STORE_FILTERS, storeQuery } from './queries'
import { StoreActions } from './store-actions'

/** The instance's published apps. */
export function AppStore() {
  const trpc = useTRPC()
  const [filters, setParams] = useQueryStates(STORE_FILTERS)
  const { q, category, page } = filters
  const store = useQuery(storeQuery(trpc, filters))
  const { apps, total = 0, pages = 0 } = store.data ?? {}
  const shownPage = Math.max(1, page)
  return (
    <Page>
      <PageHeader
        title="Apps"
        description="Connect your tools. Every app listed here was reviewed."
        actions={<StoreActions />}
      />
      <div className="grid gap-4">
        <SearchInput label="Search apps" resets={['page']} />
        <nav aria-label="Categories" className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0">
          <ul className="flex gap-1.5 sm:flex-wrap">
            {[null, ...CATEGORY_KEYS].map((key) => (
              <li key={key ?? 'all'}>
                <button
                  type="button"
                  aria-pressed={category === key}
                  onClick={() => void setParams({ category: key, page: null })}
                  className={cn(
                    'h-8 whitespace-nowrap rounded-full border border-border-strong px-3.5 text-muted-foreground text-sm transition-colors hover:bg-accent hover:text-foreground max-md:h-10',
                    category === key && 'border-primary bg-primary-soft font-medium text-primary-ink',
                  )}
                >
                  {key ? CATEGORIES[key] : 'All'}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {store.error ? (
        <ErrorState query={store} />
      ) : !apps ? (
        <ShelfSkeleton />
      ) : apps.length === 0 ? (
        <NothingFound
          isFiltered={Boolean(q || category || page > 1)}
          onClear={() => void setParams({ q: null, category: null, page: null })}
        />
      ) : (
        <div className="grid gap-6">
          <ul
            aria-busy={store.isPlaceholderData || undefined}
            className={cn(
              'grid gap-4 transition-opacity sm:grid-cols-2 xl:grid-cols-3',
              store.isPlaceholderData && 'opacity-60',
            )}
          >
            {apps.map((app) => (
              <AppCard key={app.id} app={app} />
            ))}
          </ul>
          {pages > 1 ? (
            <Pagination
              onPrevious={shownPage > 1 ? () => void setParams({ page: shownPage - 1 }) : undefined}
              onNext={shownPage < pages ? () => void setParams({ page: shownPage + 1 }) : undefined}
              summary={`${formatNumber(total)} apps, page ${shownPage} of ${pages}`}
            />
          ) : null}
        </div>
      )}
    </Page>
  )
}

function NothingFound({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      illustration="search"
      title="No apps found"
      description="Try another search, or browse all apps."
      actions={<Button onClick={onClear}>Show all apps</Button>}
    />
  ) : (
    <EmptyState
      illustration="tags"
      title="No apps yet"
      description="Apps appear here once they are reviewed and approved."
    />
  )
}

function ShelfSkeleton() {
  return (
    <div aria-hidden className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} className="h-40 rounded-2xl" />
      ))}
    </div>
  )
}
