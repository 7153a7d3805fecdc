'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { broadcastQuery } from './queries'
import { Report } from './report/report'

const EditStoppedEmail = dynamic(() => import('./report/edit-stopped-email').then((own) => own.EditStoppedEmail), {
  ssr: false,
})

const NotSent = dynamic(() => import('./report/not-sent').then((own) => own.NotSent))

const UndoWindow = dynamic(() => import('./undo-window').then((own) => own.UndoWindow))

// Without a placeholder, so a link to a draft shows nothing before the composer.
const Composer = dynamic(() => import('./composer/composer').then((own) => own.Composer))

/** The composer of a draft, or the report of a sent broadcast. */
export function Broadcast({ id }: { id: number }) {
  const trpc = useTRPC()
  const broadcast = useQuery(broadcastQuery(trpc, id))
  const [edit] = useQueryState('edit', parseAsBoolean)
  const may_write = useHasRole('editor')
  if (broadcast.error)
    return (
      <PageError query={broadcast} title="Couldn’t load this broadcast" href="/broadcasts" label="All broadcasts" />
    )
  if (!broadcast.data) return <DetailLoading />
  const { status, stopped_at, undo_until, was_started, is_test } = broadcast.data
  if (undo_until) return <UndoWindow key={undo_until} broadcast={broadcast.data} until={undo_until} />
  if (status === 'draft' || status === 'scheduled') return <Composer key={id} broadcast={broadcast.data} />
  if (!was_started) return <NotSent broadcast={broadcast.data} />
  if (edit && stopped_at && may_write && !is_test) return <EditStoppedEmail broadcast={broadcast.data} />
  return <Report id={id} broadcast={broadcast.data} />
}
