'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'

/** Everything in the account, for its creator to keep or to take elsewhere. */
export function ExportCard() {
  const trpc = useTRPC()
  const router = useRouter()
  const request = useMutation(
    trpc.exports.requestAccount.mutationOptions({
      onSuccess: () => router.push('/activity'),
      onError: (error) => toast.error(error.message),
    }),
  )
  return (
    <IfRole atLeast="admin">
      <Card>
        <CardHeader
          title="A copy of everything"
          description="People with their tags, fields and consents, letters and what became of each, forms, sequences, posts, purchases: a ZIP file of CSV and JSON. We write to you when it is ready."
        />
        <CardContent>
          <Button variant="outline" pending={request.isPending} onClick={() => request.mutate()}>
            <Download aria-hidden /> Export everything
          </Button>
        </CardContent>
      </Card>
    </IfRole>
  )
}
