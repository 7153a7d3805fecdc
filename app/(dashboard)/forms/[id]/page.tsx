import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageData, type SearchPage } from '../../page-data'
import { FormPage } from './form-page'
import { formAddress, formQueries } from './queries'

export const metadata: Metadata = { title: 'Form' }

interface Address extends SearchPage {
  params: Promise<{ id: string }>
}

export default async function OneFormPage({ params, searchParams }: Address) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  const given = await formAddress(searchParams)
  return (
    <PageData queries={({ trpc }) => formQueries(trpc, Number(id), given)}>
      <FormPage id={Number(id)} />
    </PageData>
  )
}
