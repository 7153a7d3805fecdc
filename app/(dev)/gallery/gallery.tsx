'use client'

import { AppShell } from '@/components/app-shell'
import { Page, PageHeader } from '@/components/page-header'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { ChartsSection } from './charts-section'
import { FeedbackSection } from './feedback-section'
import { FormSection } from './form-section'
import { FoundationsSection } from './foundations-section'
import { OverlaysSection } from './overlays-section'
import { accounts, subscribers } from './sample-data'
import { StatesSection } from './states-section'
import { TableSection } from './table-section'

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
