'use client'

import { Page, PageHeader } from '@/components/page-header'
import { DropZone } from './drop-zone'
import { RecentImports } from './recent-imports'

export function Imports() {
  return (
    <Page>
      <PageHeader
        back={{ href: '/subscribers', label: 'Subscribers' }}
        title="Import subscribers"
        description="Bring people who asked to hear from you. Everybody in the file gets a line in the result, and a bad line stops nobody else."
      />
      <DropZone />
      <RecentImports />
    </Page>
  )
}
