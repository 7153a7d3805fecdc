import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { allFieldsQuery } from '@/components/page-queries'
import { PageData } from '../../../page-data'
import { ImportPage } from './import-page'
import { checkQuery, notAdded, problemsQuery } from './queries'

export const metadata: Metadata = { title: 'Import' }

export default async function OneImportPage({ params }: { params: Promise<{ id: string }> }) {
  const id = Number((await params).id)
  if (!Number.isInteger(id) || id < 1) notFound()
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(trpc.imports.get.queryOptions({ id }), (file) => {
          if (file.state === 'ready')
            return [
              allFieldsQuery(trpc),
              checkQuery(trpc, id, file.columns),
              trpc.imports.previewProgress.queryOptions({ id }),
            ]
          return notAdded(file) + file.noted_count > 0 ? [problemsQuery(trpc, id)] : []
        }),
      ]}
    >
      <ImportPage id={id} />
    </PageData>
  )
}
