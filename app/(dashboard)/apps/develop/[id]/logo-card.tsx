import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { AppLogo } from '@/components/apps/app-logo'
import { errorText } from '@/components/error-text'
import { Upload } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import { base64Of } from './base64-of'

const MAX_BYTES = 512 * 1024

/** Uploads a logo as soon as it is selected. */
export function LogoCard({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const upload = useAction(trpc.apps.develop.setLogo)
  const remove = useAction(trpc.apps.develop.removeLogo)

  async function run(work: () => Promise<unknown>) {
    setProblem(undefined)
    try {
      await work()
      await client.invalidateQueries(trpc.apps.pathFilter())
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    if (file.size > MAX_BYTES) return setProblem('The logo can have up to 512 KB')
    void run(async () => upload.run({ id: app.id, content: await base64Of(file) }))
  }

  return (
    <SectionCard title="Logo" className="grid gap-4">
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      <div className="flex items-center gap-5">
        <AppLogo src={app.logo_url} className="size-18 rounded-2xl" />
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" pending={upload.isPending} onClick={() => input.current?.click()}>
              <Upload aria-hidden /> {app.logo_url ? 'Replace' : 'Upload logo'}
            </Button>
            {app.logo_url && !app.approved ? (
              <Button
                variant="ghost"
                pending={remove.isPending}
                onClick={() => void run(() => remove.run({ id: app.id }))}
              >
                Remove
              </Button>
            ) : null}
          </div>
          <p className="text-muted-foreground text-sm">Square PNG, JPEG or GIF, 128 to 2,048 pixels, up to 512 KB.</p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif"
        aria-label="Logo file"
        className="hidden"
        onChange={choose}
      />
    </SectionCard>
  )
}
