import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '@/components/format'
import { ImageUp, X } from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { Button, IconButton } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { ACCEPTED_TYPES } from '@/server/modules/media/values-schema.ts'
import { imageFiles } from './upload'
import type { Upload } from './use-uploads'

/** A button that opens the file dialog. */
export function UploadButton({
  onFiles,
  variant,
  is_single = false,
}: {
  onFiles: (files: File[]) => void
  variant?: 'outline'
  is_single?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={variant} onClick={() => input.current?.click()}>
        <ImageUp aria-hidden /> {is_single ? 'Upload image' : 'Upload images'}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={!is_single}
        accept={ACCEPTED_TYPES}
        aria-label={is_single ? 'Image file' : 'Image files'}
        className="hidden"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

/** Uploads files dropped or pasted anywhere on the page while it is mounted. Lists running and failed uploads. */
export function UploadArea({
  uploads,
  onFiles,
  onDismiss,
  children,
}: {
  uploads: readonly Upload[]
  onFiles: (files: File[]) => void
  onDismiss: (key: number) => void
  children: ReactNode
}) {
  const is_over = useFiles(onFiles)
  const waiting = uploads.filter(({ done, problem }) => done === undefined && !problem).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        {uploads.map(({ key, name, done, problem }) =>
          problem ? (
            <div key={key} className="relative">
              <Alert tone="danger" title={problem} className="pe-12" />
              <IconButton
                icon={X}
                label={`Dismiss ${name}`}
                className="absolute top-2 inset-e-2"
                onClick={() => onDismiss(key)}
              />
            </div>
          ) : done === undefined ? null : (
            <div key={key} className="grid gap-1.5 text-sm">
              <span className="truncate">
                {name} <span className="text-muted-foreground">{done < 1 ? 'uploading' : 'resizing'}</span>
              </span>
              <Progress label={`${name} upload`} value={done} max={1} live={done === 1} />
            </div>
          ),
        )}
        {waiting > 0 ? (
          <p className="text-muted-foreground text-sm">{formatCount(waiting, 'more image')} waiting</p>
        ) : null}
      </div>
      {children}
      {is_over ? (
        <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-2 border-primary border-dashed bg-background/85 font-medium text-lg">
          Drop images to upload them
        </div>
      ) : null}
    </div>
  )
}

/** Returns whether files are dragged over the window. */
function useFiles(onFiles: (files: File[]) => void): boolean {
  const [depth, setDepth] = useState(0)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const enter = (event: DragEvent) => (hasFiles(event) ? setDepth((now) => now + 1) : undefined)
    const leave = (event: DragEvent) => (hasFiles(event) ? setDepth((now) => Math.max(0, now - 1)) : undefined)
    // Otherwise the browser opens the dropped file.
    const dragOver = (event: DragEvent) => (hasFiles(event) ? event.preventDefault() : undefined)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDepth(0)
      // Files of any type, because the server's error lists the accepted ones.
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = imageFiles(clipboardData)
      if (files.length > 0) latest.current(files)
    }
    const listeners = { dragenter: enter, dragleave: leave, dragover: dragOver, drop, paste }
    const entries = Object.entries(listeners) as [keyof typeof listeners, EventListener][]
    for (const [name, listener] of entries) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener)
    }
  }, [])
  return depth > 0
}
