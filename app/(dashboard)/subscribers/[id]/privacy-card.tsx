import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Download, EyeOff, MailCheck, Trash2 } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

/** Privacy requests: a copy of the subscriber's data, an objection to tracking, and erasure. */
export function PrivacyCard({
  subscriber: { id, email_address, owner_address, is_tracked },
}: {
  subscriber: SubscriberProfile
}) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const erase = useAction(trpc.privacy.erase)
  const confirmAddress = useAction(trpc.privacy.confirmAddress, { invalidates: trpc.subscribers })
  const stopTracking = useAction(trpc.privacy.stopTracking, { invalidates: trpc.subscribers })
  return (
    <IfRole atLeast="editor">
      <SectionCard
        title="Privacy"
        description="For requests to see or erase personal data, and for objections to tracking."
        className="flex flex-wrap gap-2"
      >
        <Button variant="outline" size="sm" asChild>
          <a href={`/api/subscribers/${id}/copy`} download>
            <Download aria-hidden /> Download data
          </a>
        </Button>
        {is_tracked ? (
          <ConfirmDialog
            trigger={
              <Button variant="outline" size="sm">
                <EyeOff aria-hidden /> Stop tracking
              </Button>
            }
            title="Stop tracking opens and clicks?"
            description="Future emails to them have no tracking image and no tracked links. Their opens and clicks so far are deleted; reports keep their totals. Only the subscriber can switch tracking on again, on their preference page."
            confirmLabel="Stop tracking"
            tone="destructive"
            onConfirm={() => stopTracking.run({ id }, 'Opens and clicks are no longer tracked')}
          />
        ) : null}
        <IfRole atLeast="admin">
          <ConfirmDialog
            trigger={
              <Button variant="outline" size="sm">
                <Trash2 aria-hidden /> Erase data
              </Button>
            }
            title={`Erase ${email_address}?`}
            description="This permanently deletes their profile, history, consents and purchases, along with finished exports and unfinished imports that may contain them. Envoi keeps a fingerprint of the address to block future emails. Large accounts can take a minute."
            confirmLabel="Erase data"
            confirmText={email_address}
            tone="destructive"
            onConfirm={async () => {
              await erase.run({ id, email_address })
              router.push('/subscribers')
              await client.invalidateQueries()
              toast.success('Data erased')
            }}
          />
        </IfRole>
        {owner_address === email_address ? null : (
          <div className="grid w-full justify-items-start gap-2 border-t pt-3">
            <p className="text-pretty text-muted-foreground text-sm">
              The address was changed from {owner_address} on the preference page. That address has not confirmed the
              change, so links to purchases and data still go to it.
            </p>
            <ConfirmDialog
              trigger={
                <Button variant="outline" size="sm">
                  <MailCheck aria-hidden /> Confirm new address
                </Button>
              }
              title={`Confirm ${email_address}?`}
              description="Anyone with a forwarded email can change an address. Confirm only if you know that the new address is theirs, for example from a receipt. It then gets links to their purchases and data."
              confirmLabel="Confirm new address"
              onConfirm={() => confirmAddress.run({ id }, 'Address confirmed')}
            />
          </div>
        )}
        {is_tracked ? null : (
          <p className="text-pretty text-muted-foreground text-sm">
            Opens and clicks are not tracked. Only the subscriber can switch this on again, on their preference page.
          </p>
        )}
      </SectionCard>
    </IfRole>
  )
}
