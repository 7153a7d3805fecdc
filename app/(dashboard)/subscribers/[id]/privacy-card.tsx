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

/** Privacy requests: a copy of the stored data, and erasure. */
export function PrivacyCard({ subscriber: { id, email_address } }: { subscriber: SubscriberProfile }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const erase = useMutation(trpc.privacy.erase.mutationOptions())
  return (
    <IfRole atLeast="editor">
      <Card>
        <CardHeader title="Privacy" description="For requests to see or erase personal data." />
        <CardContent className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" asChild>
            <a href={`/api/subscribers/${id}/copy`} download>
              <Download aria-hidden /> Download data
            </a>
          </Button>
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
                await erase.mutateAsync({ id, email_address })
                router.push('/subscribers')
                await client.invalidateQueries()
                toast.success('Data erased')
              }}
            />
          </IfRole>
        </CardContent>
      </Card>
    </IfRole>
  )
}
