import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCrowd } from '@/components/format'
import { RotateCw } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { NewMatches, ResendGroups } from '@/server/modules/broadcasts/plan-schema.ts'
import { recipientsHeading, recipientsText, suppressedText } from '../recipients-text'

/** Sends a broadcast again, to subscribers who did not open it or joined later. */
export function SendAgain({ id }: { id: number }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [openDialog, setOpenDialog] = useState<'unopened' | 'new'>()
  const groups = useQuery(
    trpc.broadcasts.resendGroups.queryOptions({ id }, { enabled: openDialog === 'unopened', staleTime: 0 }),
  )
  const matches = useQuery(
    trpc.broadcasts.newMatches.queryOptions({ id }, { enabled: openDialog === 'new', staleTime: 0 }),
  )
  const resend = useAction(trpc.broadcasts.resend)
  const sendToNew = useAction(trpc.broadcasts.sendToNew, { invalidates: trpc.broadcasts })
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline">
            <RotateCw aria-hidden /> Send again
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setOpenDialog('unopened')}>
            To subscribers who didn’t open it
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setOpenDialog('new')}>To new subscribers</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={openDialog === 'unopened'}
        onClose={close}
        title="Send again to those who didn’t open it?"
        description={groups.data ? unopenedText(groups.data) : 'Counting recipients…'}
        confirmLabel="Create draft"
        disabled={!groups.data?.unopened || groups.data.problem !== null}
        onConfirm={async () => {
          const draft = await resend.run({ id })
          toast.success('Draft created. Nothing has been sent')
          router.push(`/broadcasts/${draft.id}`)
        }}
      />
      <ConfirmDialog
        open={openDialog === 'new'}
        onClose={close}
        title="Send to new subscribers?"
        description={matches.data ? newText(matches.data) : 'Counting subscribers…'}
        confirmLabel={
          matches.data?.count ? `Send to ${recipientsText(matches.data.count, matches.data.is_exact)}` : 'Send'
        }
        disabled={!matches.data?.count}
        onConfirm={async () => {
          const { count, is_exact } = await sendToNew.run({ id })
          toast.success(`Sending to ${recipientsText(count, is_exact)}`)
        }}
      />
    </>
  )
}

function newText({ count, suppressed, is_exact }: NewMatches): string {
  const skippedText = suppressedText(suppressed, is_exact)
  const matching =
    count === 0
      ? skippedText
        ? 'Everyone else who matches the audience was a recipient already.'
        : 'Everyone who matches the audience was a recipient already.'
      : `${recipientsHeading(count, is_exact)} match the audience now and were not recipients. They get the email as it was sent. No one gets it twice.`
  return skippedText ? `${matching} ${skippedText}` : matching
}

function unopenedText(groups: ResendGroups): string {
  const { unopened, suppressed, is_exact, untracked, prefetched, unreached, inactive, version, problem } = groups
  if (problem) return problem
  const omittedTexts = [
    untracked > 0 && `${formatCrowd(untracked)} whose opens are not tracked`,
    prefetched > 0 &&
      `${formatCrowd(prefetched)} whose email app opens messages for them, so it is unknown whether they did`,
    unreached > 0 && `${formatCrowd(unreached)} it never reached`,
    inactive > 0 && `${formatCrowd(inactive)} who are no longer active`,
    suppressed > 0 && `${formatCrowd(suppressed)} on a suppression list`,
  ].filter(Boolean)
  const rest = omittedTexts.length > 0 ? ` Left out: ${omittedTexts.join('; ')}.` : ''
  const which = version ? t` It has version ${'?ABC'[version]}, which the rest got.` : ''
  return `A draft for ${recipientsText(unopened, is_exact)} who received it and did not open it.${which}${rest} Subscribers who open or unsubscribe before you send it are excluded too.`
}
