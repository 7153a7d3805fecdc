import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FormPage } from './form-page'

export const metadata: Metadata = { title: 'Form' }

export default async function OneFormPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return <FormPage id={Number(id)} />
}
