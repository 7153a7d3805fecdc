'use client'

import dynamic from 'next/dynamic'
import { useQueryStates } from 'nuqs'
import { Page, PageHeader } from '@/components/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { ADDRESS, TABS } from './queries'
import { RangeFields } from './range-fields'

// The server renders the selected tab. Scripts of other tabs are loaded when they are selected.
const SECTIONS = {
  growth: dynamic(async () => (await import('./growth')).Growth),
  engagement: dynamic(async () => (await import('./engagement')).Engagement),
  cohorts: dynamic(async () => (await import('./cohorts')).Cohorts),
  deliverability: dynamic(async () => (await import('./deliverability')).Deliverability),
  content: dynamic(async () => (await import('./content')).Content),
  revenue: dynamic(async () => (await import('./revenue')).Revenue),
}

const LABELS: Record<(typeof TABS)[number], string> = {
  growth: 'Growth',
  engagement: 'Engagement',
  cohorts: 'Cohorts',
  deliverability: 'Deliverability',
  content: 'Content',
  revenue: 'Revenue',
}

export function Analytics() {
  const [address, setAddress] = useQueryStates(ADDRESS)
  const { tab } = address
  return (
    <Page>
      <PageHeader
        title="Analytics"
        description="See where your subscribers come from and how they respond to your emails."
      />
      <Tabs
        value={tab}
        onValueChange={(value) => void setAddress({ tab: TABS.find((known) => known === value) ?? null })}
      >
        <TabsList aria-label="Figures">
          {TABS.map((name) => (
            <TabsTrigger key={name} value={name}>
              {LABELS[name]}
            </TabsTrigger>
          ))}
        </TabsList>
        {tab === 'cohorts' ? null : <RangeFields address={address} onChange={(next) => void setAddress(next)} />}
        {TABS.map((name) => {
          const Section = SECTIONS[name]
          return (
            <TabsContent key={name} value={name} className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <Section address={address} />
            </TabsContent>
          )
        })}
      </Tabs>
    </Page>
  )
}
