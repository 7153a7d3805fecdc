import { CopyButton } from '@/components/copy-button'
import { Button } from '@/components/ui/button'
import { DialogContent, DialogFooter } from '@/components/ui/dialog'

/** Shows the signing secret once. */
export function SecretContent({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <DialogContent
      title="Copy the signing secret"
      description="Your server uses it to verify requests. You can’t view it again."
    >
      <div className="flex items-center gap-2 rounded-lg border border-border bg-secondary px-3 py-2">
        <code data-testid="webhook-secret" className="min-w-0 flex-1 text-xs [overflow-wrap:anywhere]">
          {secret}
        </code>
        <CopyButton value={secret} label="secret" />
      </div>
      <DialogFooter>
        <Button onClick={onDone}>Done</Button>
      </DialogFooter>
    </DialogContent>
  )
}
