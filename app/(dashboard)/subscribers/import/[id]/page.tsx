import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ImportPage } from './import-page'

export const metadata: Metadata = { title: 'Import' }

export default async function OneImportPage({ params }: { params: Promise<{ id: string }> }) {
  const id = Number((await params).id)
  if (!Number.isInteger(id) || id < 1) notFound()
  return <ImportPage id={id} />
}
