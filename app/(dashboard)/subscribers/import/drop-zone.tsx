import { useId, useRef } from 'react'
import { formatDuration, formatPercent } from '@/components/format'
import { FileUp } from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Progress } from '@/components/ui/progress'
import { useRate } from '@/components/use-rate'
import { bytesText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import { usePageDrop } from './use-page-drop'
import { type Upload, useUpload } from './use-upload'

/** Accepts a file by drag and drop, click or keyboard. */
export function DropZone() {
  const { upload, problem, start, refuse, cancel } = useUpload()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const isOver = usePageDrop(drop)

  function drop([file, another]: FileList) {
    // An upload is in progress.
    if (upload) return
    if (another) refuse('Drop one file at a time')
    else if (file) void start(file)
  }

  if (upload) return <UploadProgress upload={upload} onCancel={cancel} />
  return (
    <div className="flex flex-col gap-4">
      {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
      <div
        className={cn(
          'grid flex-1 content-center justify-items-center gap-4 rounded-2xl border-2 border-border-strong border-dashed px-6 py-14 text-center transition-colors',
          isOver && 'border-primary bg-primary-soft',
        )}
      >
        <span className="grid size-12 place-items-center rounded-full bg-primary-soft text-primary-ink">
          <FileUp aria-hidden className="size-5" />
        </span>
        <div className="grid gap-1">
          <h2 className="font-semibold text-lg tracking-tight">Drop a CSV file here</h2>
          <p id={`${id}-hint`} className="max-w-md text-pretty text-muted-foreground">
            An export from another email service, or a spreadsheet saved as CSV, up to 300 MB. You can check everything
            before it is imported.
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          className="sr-only"
          tabIndex={-1}
          aria-label="CSV file"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void start(file)
          }}
        />
        <Button aria-describedby={`${id}-hint`} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
    </div>
  )
}

function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { file, sent_bytes, is_reading } = upload
  const percent = Math.floor((sent_bytes / file.size) * 100)
  const rate = useRate(sent_bytes)
  const timeLeft = rate > 0 ? t` · ${formatDuration((file.size - sent_bytes) / rate)} left` : ''
  return (
    <section aria-label="Upload" className="grid gap-4 rounded-2xl border border-border bg-card p-6 shadow-xs">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="truncate font-semibold">{file.name}</h2>
          <p className="figures text-muted-foreground text-sm">
            {is_reading
              ? 'Reading rows…'
              : `${bytesText(sent_bytes)} of ${bytesText(file.size)} · ${formatPercent(percent, 0)}${timeLeft}`}
          </p>
          <p className="text-muted-foreground text-sm">You can open other pages in this tab. The upload continues.</p>
        </div>
        {is_reading ? null : (
          <Button variant="outline" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <Progress label={`Uploading ${file.name}`} value={sent_bytes} max={file.size} live />
      <p role="status" className="sr-only">
        {is_reading ? 'Reading rows' : `${formatPercent(Math.floor(percent / 25) * 25)} uploaded`}
      </p>
    </section>
  )
}
