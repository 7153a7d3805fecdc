import type { Metadata } from 'next'
import { TemplateGallery } from '@/components/automation-templates/template-gallery'
import { Page, PageHeader } from '@/components/page-header'
import { AutomationTabs } from '../automation-tabs'

export const metadata: Metadata = { title: 'Automation templates' }

export default function AutomationTemplatesPage() {
  return (
    <Page>
      <PageHeader
        title="Automations"
        description="Start from an automation that works. You see what it adds to your account before you use it."
      />
      <AutomationTabs value="templates" />
      <TemplateGallery />
    </Page>
  )
}
