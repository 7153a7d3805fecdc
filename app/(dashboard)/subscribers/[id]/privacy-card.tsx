'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import type { SubscriberProfile } from '@/server/modules/subscribers/schema.ts'

/** What a subscriber may ask for by law: a copy of what is held about them, and that it goes. */
export function PrivacyCard({ subscriber: { id, email_address } }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const erase = useMutation(trpc.privacy.erase.mutationOptions())
  return (
    <IfRole atLeast="editor">
      <Card>
        <CardHeader title="Privacy" description="When they ask what you hold about them, or ask to be forgotten." />
        <CardContent className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" asChild>
            <a href={`/api/subscribers/${id}/copy`} download>
              <Download aria-hidden /> Download all data
            </a>
          </Button>
          <IfRole atLeast="admin">
            <ConfirmDialog
              trigger={
                <Button variant="outline" size="sm">
                  <Trash2 aria-hidden /> Erase
                </Button>
              }
              title={`Erase ${email_address}?`}
              description="Everything about this subscriber goes for good: profile, history, consents, purchases. A fingerprint of the address stays, so that nobody mails them again. Exports that are ready and uploads that wait are deleted, since they may hold this subscriber. In a large account it can take a minute."
              confirmLabel="Erase for good"
              confirmText={email_address}
              tone="destructive"
              onConfirm={async () => {
                await erase.mutateAsync({ id, email_address })
                router.push('/subscribers')
                await client.invalidateQueries()
                toast.success('Erased')
              }}
            />
          </IfRole>
        </CardContent>
      </Card>
    </IfRole>
  )
}
