import { TRPCError } from '@trpc/server'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { openAccount } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { DryRunView } from './dry-run-view'

export const metadata: Metadata = { title: 'Dry run' }

export default async function DryRunPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  await openAccount(`/automations/${id}/dry-run`)
  const caller = await pageCaller()
  const automation = await caller.automations.get({ id: Number(id) }).catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound()
    throw error
  })
  return <DryRunView automation={automation} />
}
