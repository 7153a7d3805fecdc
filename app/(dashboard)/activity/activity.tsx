'use client'

import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { RecentImports } from '../subscribers/import/recent-imports'
import { BulkRequests } from './bulk-requests'
import { Exports } from './exports'

/** All long work of the account in one place: what runs, what came of it, and what can be stopped. */
export function Activity() {
  return (
    <Page>
      <PageHeader
        title="Activity"
        description="Work that goes on in the background. You may leave any page meanwhile: it is found again here."
      />
      <IfRole atLeast="editor">
        <Exports />
      </IfRole>
      <RecentImports />
      <BulkRequests />
    </Page>
  )
}
