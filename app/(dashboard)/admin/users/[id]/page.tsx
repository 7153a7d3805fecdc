import { notFound } from 'next/navigation'
import { ByUser } from '@/server/modules/admin/users-schema.ts'
import { PageData } from '../../../page-data'
import { titled } from '../../titled'
import { UserProfile } from './user-profile'

export const generateMetadata = titled('User')

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ByUser.safeParse({ user_id: (await params).id })
  if (!input.success) notFound()
  return (
    <PageData queries={({ trpc }) => [trpc.admin.users.get.queryOptions(input.data)]}>
      <UserProfile {...input.data} />
    </PageData>
  )
}
