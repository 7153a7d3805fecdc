import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page } from '@/components/page-header'
import { RestrictedPage } from '@/components/role'
import { ById } from '@/server/modules/apps/schema.ts'
import { AppEditor } from './app-editor'

export const metadata: Metadata = { title: 'Your app' }

export default async function DevelopAppPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ById.safeParse(await params)
  if (!input.success) notFound()
  return (
    <Page>
      <RestrictedPage atLeast="admin">
        <AppEditor id={input.data.id} />
      </RestrictedPage>
    </Page>
  )
}
