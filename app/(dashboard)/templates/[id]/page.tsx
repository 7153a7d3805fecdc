import type { Metadata } from 'next'
import { pageCaller } from '@/server/trpc/caller.ts'
import { recordPage } from '../../page-data'
import { previewQuery } from './queries'
import { TemplateEditor } from './template-editor'

export const metadata: Metadata = { title: 'Template' }

export default recordPage(TemplateEditor, ({ trpc, after }, id) => [
  after(trpc.templates.get.queryOptions({ id }), ({ design, source }) => [
    previewQuery(design ? { design } : { source: source ?? '' }, async (input) =>
      (await pageCaller()).templates.preview(input),
    ),
  ]),
  trpc.account.colors.queryOptions(),
])
