'use client'

import { FilterSelect, useListFilters } from '@/components/list/list-filters'
import { Page, PageHeader } from '@/components/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { AppCalls } from './app-calls'
import { EndpointList } from './endpoint-list'
import { TABS, WEBHOOK_VIEW } from './queries'
import { WebhookFigures } from './webhook-figures'

/** Webhooks of all accounts, and requests to apps and other servers. */
export function WebhooksOfInstance() {
  const { values, setFilters, select } = useListFilters(WEBHOOK_VIEW)
  const range = values.range ?? 'day'
  const tab = values.tab ?? 'endpoints'
  return (
    <Page>
      <PageHeader
        title="Webhooks and calls"
        description="Requests to other servers: webhooks of all accounts, and calls to apps and providers."
        actions={
          <FilterSelect
            label="Range"
            usual="day"
            {...select('range')}
            options={{ day: 'Last 24 hours', week: 'Last 7 days' }}
          />
        }
      />
      <Tabs
        value={tab}
        onValueChange={(value) => void setFilters({ tab: TABS.find((known) => known === value) ?? null })}
      >
        <TabsList aria-label="Called servers">
          <TabsTrigger value="endpoints">Webhooks</TabsTrigger>
          <TabsTrigger value="calls">Outbound calls</TabsTrigger>
        </TabsList>
        <TabsContent value="endpoints" className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {tab === 'endpoints' ? (
            <>
              <WebhookFigures range={range} />
              <EndpointList range={range} />
            </>
          ) : null}
        </TabsContent>
        <TabsContent value="calls" className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {tab === 'calls' ? <AppCalls range={range} /> : null}
        </TabsContent>
      </Tabs>
    </Page>
  )
}
