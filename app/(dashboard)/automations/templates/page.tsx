import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { GALLERY_FILTERS, galleryQuery } from '@/components/automation-templates/queries'
import { TemplateGallery } from '@/components/automation-templates/template-gallery'
import { Page, PageHeader } from '@/components/page-header'
import { PageData, type SearchPage } from '../../page-data'
import { AutomationTabs } from '../automation-tabs'

export const metadata: Metadata = { title: 'Automation templates' }

const address = createLoader(GALLERY_FILTERS)

export default async function AutomationTemplatesPage({ searchParams }: SearchPage) {
  const filters = await address(searchParams)
  return (
    <Page>
      <PageHeader
        title="Automation templates"
        description="Start from an automation that works. You see what it adds to your account before you use it."
      />
      <AutomationTabs value="templates" />
      <PageData queries={({ trpc }) => [galleryQuery(trpc, filters)]}>
        <TemplateGallery />
      </PageData>
    </Page>
  )
}
