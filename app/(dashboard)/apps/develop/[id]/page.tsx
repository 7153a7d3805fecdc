import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page } from '@/components/page-header'
import { RestrictedPage } from '@/components/role'
import { ById } from '@/server/modules/apps/schema.ts'
import { PageData } from '../../../page-data'
import { AppEditor } from './app-editor'

export const metadata: Metadata = { title: 'Your app' }

export default async function DevelopAppPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ById.safeParse(await params)
  if (!input.success) notFound()
  return (
    <Page>
      <RestrictedPage atLeast="admin">
        <PageData
          queries={({ trpc, hasRole }) =>
            hasRole('admin')
              ? [
                  trpc.apps.develop.get.queryOptions(input.data),
                  trpc.automation_templates.develop.list.queryOptions({ app_id: input.data.id }),
                ]
              : []
          }
        >
          <AppEditor id={input.data.id} />
        </PageData>
      </RestrictedPage>
    </Page>
  )
}
