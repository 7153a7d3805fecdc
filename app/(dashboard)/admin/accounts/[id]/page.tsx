import { notFound } from 'next/navigation'
import { ByAccount } from '@/server/modules/admin/accounts-schema.ts'
import { titled } from '../../titled'
import { AccountView } from './account-view'

export const generateMetadata = titled('Account')

export default async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ByAccount.safeParse({ account_id: (await params).id })
  if (!input.success) notFound()
  return <AccountView {...input.data} />
}
