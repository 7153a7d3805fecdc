import { notFound } from 'next/navigation'
import { openAccount } from '@/server/auth/page.ts'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { isRefusal } from '@/server/trpc/problems.ts'

/** Returns the automation of a page’s URL, and the open account. Shows the 404 page for unknown IDs. */
export async function openedAutomation(
  idText: string,
  path: string,
): Promise<{ account_id: string; automation: AutomationDetail }> {
  if (!/^\d{1,9}$/.test(idText)) notFound()
  const { account_id } = await openAccount(path)
  const caller = await pageCaller()
  const automation = await caller.automations.get({ id: Number(idText) }).catch((error: unknown) => {
    if (isRefusal(error) && error.code === 'NOT_FOUND') notFound()
    throw error
  })
  return { account_id: String(account_id), automation }
}
