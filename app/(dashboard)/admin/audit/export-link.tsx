import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { toast } from 'sonner'
import { askToConfirm } from '@/components/security/confirm-request'
import { Button } from '@/components/ui/button'

const PRECONDITION_REQUIRED = 428

/** Downloads the audit log, once the user has confirmed that it is them if their sign-in is old. */
export function ExportLink({ href }: { href: string }) {
  async function download(event: MouseEvent) {
    event.preventDefault()
    try {
      const { ok, status } = await fetch(href, { method: 'HEAD' })
      const may_download = status === PRECONDITION_REQUIRED ? await askToConfirm() : ok
      if (may_download) Object.assign(document.createElement('a'), { href, download: '' }).click()
      // The page of the refusal says why.
      else if (status !== PRECONDITION_REQUIRED) window.location.assign(href)
    } catch {
      toast.error('The server could not be reached. Check your connection, then try again')
    }
  }
  return (
    <Button variant="outline" asChild>
      <a href={href} download onClick={(event) => void download(event)}>
        <Download aria-hidden /> Export
      </a>
    </Button>
  )
}
