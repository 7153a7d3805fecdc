import { type MouseEvent, useRef } from 'react'
import { Download } from '@/components/generated/icons'
import { askToConfirm } from '@/components/security/confirm-request'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'

const PRECONDITION_REQUIRED = 428

/** Downloads an administration file. If the sign-in is too old, the user must confirm their identity first. */
export function ExportLink({ path, filter }: { path: string; filter: Record<string, string | number> }) {
  const given = Object.entries(filter).map(([name, value]) => [name, String(value)])
  const href = `${path}?${new URLSearchParams(given)}`
  const is_running = useRef(false)
  async function download(event: MouseEvent) {
    event.preventDefault()
    if (is_running.current) return
    is_running.current = true
    try {
      const { ok, status } = await fetch(href, { method: 'HEAD' })
      const may_download = status === PRECONDITION_REQUIRED ? await askToConfirm() : ok
      if (may_download) Object.assign(document.createElement('a'), { href, download: '' }).click()
      // The response's own page explains the refusal.
      else if (status !== PRECONDITION_REQUIRED) window.location.assign(href)
    } catch {
      toast.error('The server could not be reached. Check your connection, then try again')
    } finally {
      is_running.current = false
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
