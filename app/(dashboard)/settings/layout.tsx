import type { ReactNode } from 'react'
import { Page } from '@/components/page-header'
import { SettingsNav } from './settings-nav'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Page>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-12">
        <div className="sticky top-8 max-lg:hidden">
          <SettingsNav />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">{children}</div>
      </div>
    </Page>
  )
}
