'use client'

import dynamic from 'next/dynamic'
import { AppShell } from '@/components/app-shell'
import { Page, PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { accounts, subscribers } from './sample-data'

// Loaded separately, because together they need more than any page of the product.
const ChartsSection = dynamic(async () => (await import('./charts-section')).ChartsSection)
const FeedbackSection = dynamic(async () => (await import('./feedback-section')).FeedbackSection)
const FormSection = dynamic(async () => (await import('./form-section')).FormSection)
const FoundationsSection = dynamic(async () => (await import('./foundations-section')).FoundationsSection)
const OverlaysSection = dynamic(async () => (await import('./overlays-section')).OverlaysSection)
const StatesSection = dynamic(async () => (await import('./states-section')).StatesSection)
const TableSection = dynamic(async () => (await import('./table-section')).TableSection)

export function Gallery() {
  return (
    <AppShell
      user={{ name: 'Nora Lindqvist', email_address: 'nora@studio.example' }}
      account={{ id: 1, name: 'Studio Nora', role: 'owner', time_zone: 'Europe/Stockholm', mail_is_caught: true }}
      accounts={accounts}
      onSwitchAccount={(id) => toast.info(`Account ${id}`)}
      onCreateAccount={() => toast.info('New account')}
      onSignOut={() => toast.info('Signed out')}
      search={find}
    >
      <Page className="gap-14">
        <PageHeader
          title="Gallery"
          description="All components with sample content. Development only."
          actions={
            <>
              <Button variant="outline">Import</Button>
              <Button>Write a broadcast</Button>
            </>
          }
        />
        <ChartsSection />
        <TableSection />
        <FormSection />
        <OverlaysSection />
        <FeedbackSection />
        <StatesSection />
        <FoundationsSection />
      </Page>
    </AppShell>
  )
}

const find = async (text: string) => ({
  records: [],
  subscribers: subscribers
    .filter(({ email_address, first_name }) =>
      `${first_name} ${email_address}`.toLowerCase().includes(text.toLowerCase()),
    )
    .slice(0, 5),
})
