import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { pageCaller } from '@/server/trpc/caller.ts'
import { PageData } from '../../page-data'
import { previewQuery } from './queries'
import { TemplateEditor } from './template-editor'

export const metadata: Metadata = { title: 'Template' }

export default async function TemplatePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(trpc.templates.get.queryOptions({ id: Number(id) }), ({ design, source }) => [
          previewQuery(design ? { design } : { source: source ?? '' }, async (input) =>
            (await pageCaller()).templates.preview(input),
          ),
        ]),
        trpc.account.colors.queryOptions(),
      ]}
    >
      <TemplateEditor id={Number(id)} />
    </PageData>
  )
}
