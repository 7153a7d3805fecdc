import { useRouter } from 'next/navigation'
import type { z } from 'zod'
import { Download } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast, UNTIL_CLOSED } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { NewExport } from '@/server/modules/exports/schema.ts'

interface ExportButtonProps {
  input: z.input<typeof NewExport>
  label?: string
}

/** Starts an export, which runs in the background and appears under Exports and jobs. */
export function ExportButton({ input, label = 'Export' }: ExportButtonProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const request = useAction(trpc.exports.request, {
    invalidates: trpc.exports,
    onDone: ({ filename }) =>
      toast.success(`${filename} export started`, {
        duration: UNTIL_CLOSED,
        action: { label: 'View activity', onClick: () => router.push('/activity') },
      }),
  })
  return (
    <Button variant="outline" pending={request.isPending} onClick={() => request.start(input)}>
      <Download aria-hidden /> {label}
    </Button>
  )
}
