import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { allFieldsQuery } from '@/components/page-queries'
import { PageData } from '../../../page-data'
import { ImportPage } from './import-page'

export const metadata: Metadata = { title: 'Import' }

export default async function OneImportPage({ params }: { params: Promise<{ id: string }> }) {
  const id = Number((await params).id)
  if (!Number.isInteger(id) || id < 1) notFound()
  return (
    <PageData
      queries={({ trpc, after }) => [
        after(trpc.imports.get.queryOptions({ id }), ({ state }) => (state === 'ready' ? [allFieldsQuery(trpc)] : [])),
      ]}
    >
      <ImportPage id={id} />
    </PageData>
  )
}
