'use client'

import { useRouter } from 'next/navigation'
import { Download } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'

/** Exports all data of the account. */
export function ExportCard() {
  const trpc = useTRPC()
  const router = useRouter()
  const request = useAction(trpc.exports.requestAccount, { onDone: () => router.push('/activity') })
  return (
    <IfRole atLeast="admin">
      <SectionCard
        title="Export account"
        description="A ZIP file with subscribers, emails, deliveries, forms, sequences, posts and purchases as CSV and JSON. We email you when it is ready."
      >
        <Button variant="outline" pending={request.isPending} onClick={() => request.start()}>
          <Download aria-hidden /> Export account
        </Button>
      </SectionCard>
    </IfRole>
  )
}
