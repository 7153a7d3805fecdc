'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { AuthFooter, AuthHeading, authLinkStyle } from '@/components/auth/auth-heading'
import { errorText } from '@/components/error-text'
import { Download } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import { currentLocale } from '@/server/lib/locale/current.ts'
import type { ScheduledDeletion } from '@/server/modules/deletion/schema.ts'

interface ScheduledDeletionPageProps {
  deletion: ScheduledDeletion
  role: 'owner' | 'admin' | 'editor' | 'viewer'
  email_address: string
  is_admin: boolean
  /** The user's other accounts. */
  others: readonly { id: number; name: string }[]
  time_zone: string
}

const POLL_MS = 4_000

/** Shows the date of the deletion, and the owners' options until then. */
export function ScheduledDeletionPage({
  deletion,
  role,
  email_address,
  is_admin,
  others,
  time_zone,
}: ScheduledDeletionPageProps) {
  const trpc = useTRPC()
  const keep = useAction(trpc.deletion.keep, { onDone: () => window.location.assign('/'), showsError: true })
  const open = useAction(trpc.users.switchAccount, { onDone: () => window.location.assign('/'), showsError: true })
  const day = new Date(deletion.deletes_at).toLocaleDateString(currentLocale().tag, {
    dateStyle: 'long',
    timeZone: time_zone,
  })
  const problem = keep.error ?? open.error
  return (
    <>
      <AuthHeading title={`“${deletion.account_name}” will be deleted`}>
        {deletion.by_administrator ? 'The administrator of this instance' : 'An owner'} scheduled it for {day}. Until
        then nothing is sent, and automations, webhooks and the API are stopped.
      </AuthHeading>
      {deletion.reason ? <p className="mb-6 text-sm [overflow-wrap:anywhere]">Reason: {deletion.reason}</p> : null}
      {problem ? <Alert role="alert" tone="danger" title={errorText(problem)} className="mb-6" /> : null}
      {role === 'owner' ? (
        <div className="grid gap-3">
          <Button size="lg" pending={keep.isPending} onClick={() => keep.start()}>
            Keep the account
          </Button>
          <DownloadEverything />
        </div>
      ) : (
        <p className="text-sm">Ask an owner of the account if you want to keep it.</p>
      )}
      {others.length > 0 ? (
        <ul className="mt-6 grid gap-2">
          {others.map(({ id, name }) => (
            <li key={id}>
              <Button
                variant="outline"
                className="w-full"
                pending={open.isPending && open.variables.account_id === id}
                onClick={() => open.start({ account_id: id })}
              >
                Open {name}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <AuthFooter>
        Signed in as <span className="wrap-anywhere">{email_address}</span>.{' '}
        <a href="/sign-out" className={authLinkStyle}>
          Sign out
        </a>
        {is_admin ? (
          <>
            {' · '}
            <Link href="/admin" className={authLinkStyle}>
              Administration
            </Link>
          </>
        ) : null}
      </AuthFooter>
    </>
  )
}

/** Exports the account, then links to the file. */
function DownloadEverything() {
  const trpc = useTRPC()
  const exports = useQuery(
    trpc.exports.list.queryOptions(
      {},
      { refetchInterval: ({ state }) => (isMade(latestOf(state.data?.exports)) ? POLL_MS : false) },
    ),
  )
  const request = useAction(trpc.exports.requestAccount, { onDone: () => exports.refetch(), showsError: true })
  const latest = latestOf(exports.data?.exports)
  if (latest?.state === 'completed' && !latest.is_expired)
    return (
      <Button asChild size="lg" variant="outline">
        <a href={`/api/exports/${latest.id}/file`} download>
          <Download aria-hidden /> Download everything
        </a>
      </Button>
    )
  return (
    <>
      <Button size="lg" variant="outline" pending={request.isPending || isMade(latest)} onClick={() => request.start()}>
        <Download aria-hidden /> Download everything
      </Button>
      <p role="status" className="text-muted-foreground text-sm">
        {request.error
          ? errorText(request.error)
          : isMade(latest)
            ? 'Preparing the file. We email you when it is ready.'
            : 'A ZIP file with subscribers, emails, forms, sequences and posts.'}
      </p>
    </>
  )
}

interface Made {
  id: number
  kind: string
  state: string
  is_expired: boolean
}

const latestOf = (exports: readonly Made[] | undefined) => exports?.find(({ kind }) => kind === 'account')
const isMade = (latest: Made | undefined) => latest?.state === 'queued' || latest?.state === 'running'
