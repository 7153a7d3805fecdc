import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageData } from '../../../page-data'
import { LandingEditor } from './landing-editor'
import { landingQuery } from './queries'

export const metadata: Metadata = { title: 'Landing page' }

export default async function LandingEditorPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData queries={({ trpc }) => [landingQuery(trpc, Number(id))]}>
      <LandingEditor id={Number(id)} />
    </PageData>
  )
}
