import { ChevronDown } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'
import { useAction } from '@/components/use-action'
import { PUBLIC_EVENTS } from '@/server/modules/webhooks/event-values-schema.ts'

/** Sends a sample event of the chosen type. */
export function SampleMenu({ endpoint_id: id }: { endpoint_id: number }) {
  const trpc = useTRPC()
  const sample = useAction(trpc.webhooks.sample, { invalidates: trpc.webhooks })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" pending={sample.isPending}>
          Send sample <ChevronDown aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-h-80">
        {PUBLIC_EVENTS.map((type) => (
          <DropdownMenuItem key={type} onSelect={() => sample.start({ id, type })}>
            <code className="text-xs">{type}</code>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
