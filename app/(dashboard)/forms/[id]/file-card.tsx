import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FileDown, Upload } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { toastWithUndo } from '@/components/undo-toast'
import { bytesText } from '@/server/lib/locale/formats.ts'
import type { FormDetail } from '@/server/modules/forms/settings-schema.ts'
import { ACCEPTED_FILES, MAX_FILE_BYTES } from '@/server/modules/forms/values-schema.ts'
import type { DesignControl } from './content-card'

/** A file that everyone who signs up gets by email. */
export function FileCard({ control, form }: { control: DesignControl; form: FormDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const refresh = () => client.invalidateQueries(trpc.forms.get.queryFilter({ id: form.id }))
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than ${MAX_FILE_BYTES / 2 ** 20} MB.`)
      const address = `/api/form-files?form=${form.id}&name=${encodeURIComponent(file.name)}`
      const response = await fetch(address, { method: 'POST', body: file })
      if (response.ok) return
      const answer = (await response.json().catch(() => null)) as { errors?: string[] } | null
      throw new Error(answer?.errors?.[0] ?? 'The file could not be uploaded. Try again.')
    },
    onMutate: () => setProblem(undefined),
    onError: (error) => setProblem(error.message),
    onSuccess: async () => {
      await refresh()
      toast.success('File saved. New subscribers get it by email.')
    },
  })
  const undelete = useMutation(trpc.forms.undeleteFile.mutationOptions())
  const remove = useMutation(
    trpc.forms.removeFile.mutationOptions({
      onMutate: () => setProblem(undefined),
      onError: (error) => setProblem(error.message),
      onSuccess: async ({ undo }) => {
        toastWithUndo('File removed. Its links no longer work.', async () => {
          await undelete.mutateAsync({ undo: undo ?? 0 })
          await refresh()
          toast.success('File restored. Its links work again.')
        })
        await refresh()
      },
    }),
  )
  return (
    <Card>
      <CardHeader
        title="File by email"
        description="Such as a guide or a recording. Each subscriber gets it once, after confirming if the form asks for it."
      />
      <CardContent className="grid gap-5">
        {problem ? <Alert tone="danger" title={problem} /> : null}
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
            <Button variant="ghost" pending={remove.isPending} onClick={() => remove.mutate({ id: form.id })}>
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
              if (file) upload.mutate(file)
            }}
          />
        </div>
        {form.file ? (
          <>
            <FormField control={control} name="settings.file_email.subject" label="File email subject">
              {(field) => <Input {...field} />}
            </FormField>
            <FormField control={control} name="settings.file_email.heading" label="File email heading">
              {(field) => <Input {...field} />}
            </FormField>
            <FormField control={control} name="settings.file_email.message" label="File email text">
              {(field) => <Textarea {...field} rows={3} />}
            </FormField>
            <FormField control={control} name="settings.file_email.button_label" label="File email button">
              {(field) => <Input {...field} />}
            </FormField>
          </>
        ) : null}
      </CardContent>
    </Card>
  )
}
