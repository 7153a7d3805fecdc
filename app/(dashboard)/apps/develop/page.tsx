import type { Metadata } from 'next'
import { Page } from '@/components/page-header'
import { RestrictedPage } from '@/components/role'
import { OwnApps } from './own-apps'

export const metadata: Metadata = { title: 'Your apps' }

export default function DevelopPage() {
  return (
    <Page>
      <RestrictedPage atLeast="admin">
        <OwnApps />
      </RestrictedPage>
    </Page>
  )
}
