'use client'

import { Page, PageHeader } from '@/components/page-header'
import { useHasRole } from '@/components/role'
import { DropZone } from './drop-zone'
import { ImportersOnly } from './importers-only'
import { RecentImports } from './recent-imports'
import { Sources } from './sources'

export function Imports() {
  return (
    <Page>
      <PageHeader
        back={{ href: '/subscribers', label: 'Subscribers' }}
        title="Import subscribers"
        description="Add subscribers from another service. The result lists every row, and invalid rows do not stop the import."
      />
      {useHasRole('editor') ? (
        <div className="grid gap-6 lg:grid-cols-2">
          <Sources />
          <DropZone />
        </div>
      ) : (
        <ImportersOnly />
      )}
      <RecentImports />
    </Page>
  )
}
