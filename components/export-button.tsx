'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { z } from 'zod'
import { Download } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast, UNTIL_CLOSED } from '@/components/ui/sonner'
import type { NewExport } from '@/server/modules/exports/schema.ts'

interface ExportButtonProps {
  what: z.input<typeof NewExport>
  label?: string
}

/** Starts an export, which runs in the background and appears under Activity. */
export function ExportButton({ what, label = 'Export' }: ExportButtonProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const client = useQueryClient()
  const request = useMutation(
    trpc.exports.request.mutationOptions({
      onSuccess: async ({ filename }) => {
        await client.invalidateQueries(trpc.exports.pathFilter())
        toast.success(`${filename} export started`, {
          duration: UNTIL_CLOSED,
          action: { label: 'View activity', onClick: () => router.push('/activity') },
        })
      },
      onError: (error) => toast.error(error.message),
    }),
  )
  return (
    <Button variant="outline" pending={request.isPending} onClick={() => request.mutate(what)}>
      <Download aria-hidden /> {label}
    </Button>
  )
}
