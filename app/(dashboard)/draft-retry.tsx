import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { openAccount } from '@/server/auth/page.ts'
import { inRequestLanguage, isRefusal } from '@/server/trpc/problems.ts'
import { DraftFailed } from './draft-failed'
import { createDraft, type DraftList, isMeant } from './new-draft'

/** Explains why a draft could not be created, if it still cannot be. */
export async function DraftRetry({ path }: { path: DraftList }) {
  await openAccount(`${path}/new/retry`)
  if (!isMeant(await headers())) redirect(path)
  const made = await createDraft(path)
  if (isRefusal(made)) return <DraftFailed message={inRequestLanguage([made.message]).join(' ')} />
  redirect(`${path}/${made.id}`)
}
