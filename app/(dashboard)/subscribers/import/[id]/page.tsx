import type { Metadata } from 'next'
import { allFieldsQuery } from '@/components/page-queries'
import { recordPage } from '../../../page-data'
import { ImportPage } from './import-page'
import { checkQuery, notAdded, problemsQuery } from './queries'

export const metadata: Metadata = { title: 'Import' }

export default recordPage(ImportPage, ({ trpc, after }, id) => [
  after(trpc.imports.get.queryOptions({ id }), (file) => {
    if (file.state === 'ready')
      return [
        allFieldsQuery(trpc),
        checkQuery(trpc, id, file.columns),
        trpc.imports.previewProgress.queryOptions({ id }),
      ]
    return notAdded(file) + file.noted_count > 0 ? [problemsQuery(trpc, id)] : []
  }),
])
