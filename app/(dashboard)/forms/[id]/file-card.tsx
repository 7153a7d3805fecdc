import { useRef } from 'react'
import { FileDown, Upload } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { InputField } from '@/components/ui/form'
import { Textarea } from '@/components/ui/textarea'
import { toastWithUndo } from '@/components/undo-toast'
import { calls, useAction } from '@/components/use-action'
import { bytesText } from '@/server/lib/locale/formats.ts'
import type { FormDetail } from '@/server/modules/forms/settings-schema.ts'
import { ACCEPTED_FILES, MAX_FILE_BYTES } from '@/server/modules/forms/values-schema.ts'
import type { DesignControl } from './content-card'

/** A file emailed to everyone who signs up. */
export function FileCard({ control, form }: { control: DesignControl; form: FormDetail }) {
  const trpc = useTRPC()
  const input = useRef<HTMLInputElement>(null)
  const options = { invalidates: trpc.forms.get, showsError: true }
  const upload = useAction(
    calls(async (file: File) => {
      if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than ${MAX_FILE_BYTES / 2 ** 20} MB.`)
      const address = `/api/form-files?form=${form.id}&name=${encodeURIComponent(file.name)}`
      const response = await fetch(address, { method: 'POST', body: file })
      if (response.ok) return
      const answer = (await response.json().catch(() => null)) as { errors?: string[] } | null
      throw new Error(answer?.errors?.[0] ?? 'The file could not be uploaded. Try again.')
    }),
    { ...options, done: 'File saved. New subscribers get it by email.' },
  )
  const undelete = useAction(trpc.forms.undeleteFile, { ...options, done: 'File restored. Its links work again.' })
  const remove = useAction(trpc.forms.removeFile, {
    ...options,
    onDone: ({ undo }) =>
      toastWithUndo('File removed. Its links no longer work.', () => undelete.run({ undo: undo ?? 0 })),
  })
  const problem = upload.error ?? remove.error
  return (
    <SectionCard
      title="File by email"
      description="Such as a guide or a recording. Each subscriber gets it once, after confirming if the form asks for it."
      className="grid gap-5"
    >
      {problem ? <Alert tone="danger" title={problem.message} /> : null}
      {form.file ? (
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <FileDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <span className="truncate font-medium">{form.file.name}</span>
          <span className="shrink-0 text-muted-foreground">{bytesText(form.file.bytes)}</span>
        </p>
      ) : (
        <p className="text-pretty text-muted-foreground text-sm">
          {ACCEPTED_FILES}, up to {MAX_FILE_BYTES / 2 ** 20} MB.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" pending={upload.isPending} onClick={() => input.current?.click()}>
          <Upload aria-hidden /> {form.file ? 'Replace file' : 'Upload file'}
        </Button>
        {form.file ? (
          <Button
            variant="ghost"
            pending={remove.isPending}
            onClick={() => {
              upload.reset()
              remove.start({ id: form.id })
            }}
          >
            Remove file
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          aria-label="File for subscribers"
          className="hidden"
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (!file) return
            remove.reset()
            upload.start(file)
          }}
        />
      </div>
      {form.file ? (
        <>
          <InputField control={control} name="settings.file_email.subject" label="File email subject" />
          <InputField control={control} name="settings.file_email.heading" label="File email heading" />
          <InputField
            as={Textarea}
            control={control}
            name="settings.file_email.message"
            label="File email text"
            rows={3}
          />
          <InputField control={control} name="settings.file_email.button_label" label="File email button" />
        </>
      ) : null}
    </SectionCard>
  )
}
