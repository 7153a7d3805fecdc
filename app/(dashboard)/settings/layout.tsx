import type { ReactNode } from 'react'
import { Page, PageHeader } from '@/components/page-header'
import { SettingsNav } from './settings-nav'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Page>
      <PageHeader title="Settings" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[12rem_minmax(0,44rem)] lg:gap-12">
        <SettingsNav />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">{children}</div>
      </div>
    </Page>
  )
}
