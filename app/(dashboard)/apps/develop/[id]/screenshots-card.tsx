import { type ChangeEvent, useRef, useState } from 'react'
import { ScreenshotImage } from '@/components/apps/app-screenshots'
import { errorText } from '@/components/error-text'
import { ArrowDown, ArrowUp, PencilLine, Trash2, Upload } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button, IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import type { Screenshot } from '@/server/modules/apps/screenshot-schema.ts'
import { MAX_SCREENSHOT_BYTES, MAX_SCREENSHOTS } from '@/server/modules/apps/screenshot-schema.ts'
import { base64Of } from './base64-of'

const ScreenshotDialog = onDemand(async () => (await import('./screenshot-dialog')).ScreenshotDialog)

/** Adds, describes, sorts and removes the listing's screenshots. */
export function ScreenshotsCard({ app }: { app: AppDetail }) {
  const { id, screenshots } = app
  const trpc = useTRPC()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [file, setFile] = useState<File>()
  const [screenshotToDescribe, setScreenshotToDescribe] = useState<Screenshot>()
  const add = useAction(trpc.apps.develop.addScreenshot, { invalidates: trpc.apps })
  const describe = useAction(trpc.apps.develop.describeScreenshot, { invalidates: trpc.apps })
  const remove = useAction(trpc.apps.develop.removeScreenshot, { invalidates: trpc.apps })
  const order = useAction(trpc.apps.develop.orderScreenshots, { invalidates: trpc.apps })
  const is_busy = remove.isPending || order.isPending

  async function run(work: () => Promise<unknown>) {
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0]
    event.target.value = ''
    if (!chosen) return
    setProblem(undefined)
    if (chosen.size > MAX_SCREENSHOT_BYTES) return setProblem('A screenshot can have up to 2 MB')
    setFile(chosen)
  }

  function move(at: number, by: 1 | -1) {
    const keys = screenshots.map(({ key }) => key)
    keys.splice(at + by, 0, ...keys.splice(at, 1))
    void run(() => order.run({ id, keys }))
  }

  return (
    <SectionCard
      title="Screenshots"
      description={`Up to ${MAX_SCREENSHOTS}, shown on the store page in this order.`}
      className="grid gap-4"
    >
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      {screenshots.length > 0 ? (
        <ul className="grid divide-y divide-border">
          {screenshots.map((screenshot, index) => (
            <li key={screenshot.key} className="flex items-start gap-4 py-3 first:pt-0 last:pb-0">
              <ScreenshotImage app_id={id} screenshot={screenshot} className="h-16 w-24 shrink-0 object-contain" />
              <div className="grid min-w-0 flex-1 gap-2">
                <p className="text-sm [overflow-wrap:anywhere]">{screenshot.alt}</p>
                <div className="flex flex-wrap gap-1">
                  <IconButton
                    icon={ArrowUp}
                    label={`Move screenshot ${index + 1} up`}
                    disabled={index === 0 || is_busy}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Move screenshot ${index + 1} down`}
                    disabled={index === screenshots.length - 1 || is_busy}
                    onClick={() => move(index, 1)}
                  />
                  <IconButton
                    icon={PencilLine}
                    label={`Edit the alternative text of screenshot ${index + 1}`}
                    onClick={() => setScreenshotToDescribe(screenshot)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={`Remove screenshot ${index + 1}`}
                    disabled={is_busy}
                    onClick={() => void run(() => remove.run({ id, key: screenshot.key }))}
                  />
                </div>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="grid justify-items-start gap-2">
        <Button
          variant="outline"
          disabled={screenshots.length >= MAX_SCREENSHOTS}
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden /> Add screenshot
        </Button>
        <p className="text-muted-foreground text-sm">PNG, JPEG or WebP, 200 to 4,000 pixels, up to 2 MB.</p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Screenshot file"
        className="hidden"
        onChange={choose}
      />
      {file ? (
        <ScreenshotDialog
          title="Add screenshot"
          submitLabel="Add screenshot"
          alt=""
          onClose={() => setFile(undefined)}
          onSave={async (alt) => add.run({ id, alt, content: await base64Of(file) })}
        />
      ) : null}
      {screenshotToDescribe ? (
        <ScreenshotDialog
          title="Edit alternative text"
          submitLabel="Save text"
          alt={screenshotToDescribe.alt}
          onClose={() => setScreenshotToDescribe(undefined)}
          onSave={(alt) => describe.run({ id, alt, key: screenshotToDescribe.key })}
        />
      ) : null}
    </SectionCard>
  )
}
