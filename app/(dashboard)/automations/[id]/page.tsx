import { TRPCError } from '@trpc/server'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { openAccount } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { Automation } from './automation'

export const metadata: Metadata = { title: 'Automation' }

export default async function AutomationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  const { account_id } = await openAccount(`/automations/${id}`)
  const caller = await pageCaller()
  const automation = await caller.automations.get({ id: Number(id) }).catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound()
    throw error
  })
  return <Automation account_id={String(account_id)} initial={automation} />
}
