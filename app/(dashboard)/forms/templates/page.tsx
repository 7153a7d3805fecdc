import type { Metadata } from 'next'
import { settingsQuery, styleQuery } from '@/components/page-queries'
import { PageData } from '../../page-data'
import { TemplateGallery } from './template-gallery'

export const metadata: Metadata = { title: 'New landing page' }

export default function LandingTemplatesPage() {
  return (
    <PageData queries={({ trpc }) => [styleQuery(trpc), settingsQuery(trpc)]}>
      <TemplateGallery />
    </PageData>
  )
}
