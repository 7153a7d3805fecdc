import { CopyButton } from '@/components/copy-button'
import { Alert } from '@/components/ui/alert'

/** A value with a copy button. */
export function CopyableValue({ label, value, testId }: { label: string; value: string; testId?: string }) {
  return (
    <div className="grid gap-1.5">
      <span className="font-medium text-sm">{label}</span>
      <div className="flex items-center gap-2 rounded-lg border border-border bg-secondary py-1.5 pe-1.5 ps-3">
        <code data-testid={testId} className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
          {value}
        </code>
        <CopyButton value={value} label={label} />
      </div>
    </div>
  )
}

/** Shows the secret once. Only its hash is stored. */
export function ClientSecret({ secret }: { secret: string }) {
  return (
    <>
      <CopyableValue label="Client secret" value={secret} testId="client-secret" />
      <Alert tone="warning" title="Copy it now. You can’t view it again">
        Keep it on your server. Anyone with the secret can act as your app.
      </Alert>
    </>
  )
}
