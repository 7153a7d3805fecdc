import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ByUser } from '@/server/modules/admin/users-schema.ts'
import { UserProfile } from './user-profile'

export const metadata: Metadata = { title: 'User' }

export default async function UserPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ByUser.safeParse({ user_id: (await params).id })
  if (!input.success) notFound()
  return <UserProfile {...input.data} />
}
