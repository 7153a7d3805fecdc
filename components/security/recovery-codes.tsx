import { CopyButton } from '@/components/copy-button'
import { Download } from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogContent, DialogFooter } from '@/components/ui/dialog'

interface RecoveryCodesProps {
  codes: readonly string[]
  email_address: string
  /** Called when the user has stored the codes. */
  onDone: () => void
}

/** Dialog content with new recovery codes, which are not shown again. Only its button closes it, not a stray key or tap. */
export function RecoveryCodes({ codes, email_address, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  const file = `Recovery codes for ${email_address} at ${typeof window === 'undefined' ? 'Envoi' : window.location.host}\nEach code signs you in once.\n\n${text}\n`
  return (
    <DialogContent title="Your recovery codes" closable={false}>
      <Alert tone="warning" title="Save these codes now">
        They are shown only once. Each one signs you in once if you lose your phone or passkey.
      </Alert>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-xl border border-border bg-muted px-5 py-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} label="codes" showLabel />
        <Button asChild variant="outline" size="sm">
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`} download="envoi-recovery-codes.txt">
            <Download aria-hidden />
            Download codes
          </a>
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>I saved them</Button>
      </DialogFooter>
    </DialogContent>
  )
}
