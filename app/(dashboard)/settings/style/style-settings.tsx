'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ActionBar } from '@/components/action-bar'
import { ErrorState } from '@/components/error-state'
import { bySchema } from '@/components/form-schema'
import { styleQuery } from '@/components/page-queries'
import { EditableBy, IfRole } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { StyleDetail, StyleInput } from '@/server/modules/style/schema.ts'
import { StyleFields } from './style-fields'
import { StylePreview } from './style-preview'

/** Edits the look of the account’s emails, forms, posts and pages. */
export function StyleSettings() {
  const style = useQuery(styleQuery(useTRPC()))
  if (style.error) return <ErrorState as="h2" query={style} />
  if (!style.data) return <Skeleton className="h-160 w-full rounded-xl" />
  return <StyleForm style={style.data} />
}

function StyleForm({ style }: { style: StyleDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useAction(trpc.style.save)
  const remove = useAction(trpc.style.remove)
  const [logo_url, setLogoUrl] = useState(style.logo?.url ?? null)
  const form = useStoredForm<z.input<typeof StyleInput>, unknown, StyleInput>({
    resolver: bySchema(async () => (await import('@/server/modules/style/schema.ts')).StyleInput),
    values: style.choices,
    mode: 'onChange',
  })
  const choices = useWatch({ control: form.control })

  async function refresh() {
    await Promise.all(
      [trpc.style, trpc.forms, trpc.templates].map((part) => client.invalidateQueries(part.pathFilter())),
    )
  }

  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const saved = await save.run(values)
        markSaved(form)
        client.setQueryData(trpc.style.get.queryKey(), saved)
        await refresh()
        toast.success('Style saved. Emails and pages use it from now on')
      }}
    >
      <div className="grid gap-6">
        <StylePreview choices={choices} />
        <EditableBy atLeast="editor">
          <StyleFields control={form.control} logo_url={logo_url} onLogo={setLogoUrl} />
        </EditableBy>
        <IfRole atLeast="editor">
          <ActionBar>
            <Button
              type="submit"
              pending={form.formState.isSubmitting}
              disabled={style.is_chosen && !form.formState.isDirty}
            >
              Save style
            </Button>
            {form.formState.isDirty ? (
              <Button
                variant="ghost"
                onClick={() => {
                  form.reset()
                  setLogoUrl(style.logo?.url ?? null)
                }}
              >
                Discard
              </Button>
            ) : null}
            {style.is_chosen ? (
              <Button
                variant="ghost"
                className="ms-auto"
                pending={remove.isPending}
                onClick={async () => {
                  await remove.run()
                  setLogoUrl(null)
                  await refresh()
                  toastWithUndo('Style removed. Everything looks as it did before', () =>
                    save.run(style.choices).then(refresh),
                  )
                }}
              >
                Remove style
              </Button>
            ) : null}
          </ActionBar>
        </IfRole>
      </div>
    </Form>
  )
}
