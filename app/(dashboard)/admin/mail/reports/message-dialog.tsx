import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/loaded'
import { useTRPC } from '@/components/trpc-provider'
import { Dialog } from '@/components/ui/dialog'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { UnmatchedReport } from '@/server/modules/bounces/schema.ts'

/** Shows a report's message as it arrived. Closed without a report. */
export function MessageDialog({ report, onClose }: { report: UnmatchedReport | undefined; onClose: () => void }) {
  const trpc = useTRPC()
  const message = useQuery({
    ...trpc.unmatched_reports.message.queryOptions({ id: report?.id ?? 1 }),
    enabled: report !== undefined,
  })
  const recipientText = message.data?.recipient ? `Sent to ${message.data.recipient}.` : 'Read from the mailbox.'
  return (
    <Dialog
      open={report !== undefined}
      onClose={onClose}
      title="Message"
      description={
        message.data ? `${recipientText}${message.data.is_cut ? t` Only its first 64 KB are shown.` : ''}` : undefined
      }
      className="sm:max-w-3xl"
    >
      <Loaded query={message} loading={<Skeleton className="h-60 w-full" />}>
        {(data) => (
          <ScrollArea label="Message" className="h-[60vh] rounded-md bg-muted">
            <pre className="whitespace-pre-wrap p-3 text-xs [overflow-wrap:anywhere]">{data.text}</pre>
          </ScrollArea>
        )}
      </Loaded>
    </Dialog>
  )
}
