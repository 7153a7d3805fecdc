import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageData } from '../../page-data'
import { formQuery } from '../queries'
import { FormPage } from './form-page'

export const metadata: Metadata = { title: 'Form' }

export default async function OneFormPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData queries={({ trpc }) => [formQuery(trpc, { id: Number(id) })]}>
      <FormPage id={Number(id)} />
    </PageData>
  )
}
