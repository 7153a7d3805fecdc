import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageData } from '../../page-data'
import { TemplateEditor } from './template-editor'

export const metadata: Metadata = { title: 'Template' }

export default async function TemplatePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData
      queries={({ trpc }) => [trpc.templates.get.queryOptions({ id: Number(id) }), trpc.account.colors.queryOptions()]}
    >
      <TemplateEditor id={Number(id)} />
    </PageData>
  )
}
