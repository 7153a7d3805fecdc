'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SaveBar } from '@/components/action-bar'
import { bySchema } from '@/components/form-schema'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Form } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { DEFAULT_ACCENT, formLook } from '@/server/lib/page/sign-up-form.ts'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import type { FormChange, FormDetail } from '@/server/modules/forms/settings-schema.ts'
import { AppearanceCard, type DesignControl } from './appearance-card'
import { ConfirmationCard } from './confirmation-card'
import { FollowUpCard } from './follow-up-card'
import { Preview } from './preview'

/** Form settings with a live preview. */
export function Designer({ form: stored }: { form: FormDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const update = useMutation(trpc.forms.update.mutationOptions())
  const fields = useQuery(trpc.custom_fields.list.queryOptions({ per_page: 1000 }))
  const { id, name, format, double_opt_in, settings } = stored
  const form = useForm<z.input<typeof FormChange>, unknown, FormChange>({
    resolver: bySchema(async () => (await import('@/server/modules/forms/settings-schema.ts')).FormChange),
    values: { id, name, format, double_opt_in, settings },
    resetOptions: { keepDirtyValues: true },
  })

  async function save(values: FormChange) {
    await update.mutateAsync(values)
    form.reset(values)
    await client.invalidateQueries(trpc.forms.pathFilter())
    toast.success('Form saved. Your sites update within a minute.')
  }

  const known_fields = fields.data?.rows ?? []
  return (
    <Form form={form} onSubmit={save}>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <AppearanceCard
            control={form.control}
            is_hosted={stored.type === 'hosted'}
            has_style={stored.style !== null}
            fields={known_fields}
          />
          <ConfirmationCard control={form.control} />
          <FollowUpCard control={form.control} />
          <IfRole atLeast="editor">
            <SaveBar form={form} />
          </IfRole>
        </div>
        <LivePreview control={form.control} stored={stored} fields={known_fields} />
      </div>
    </Form>
  )
}

interface LivePreviewProps {
  control: DesignControl
  stored: FormDetail
  fields: readonly TypedField[]
}

/** A typed color can be incomplete. */
const HEX = /^#[0-9a-f]{6}$/i

function LivePreview({ control, stored, fields }: LivePreviewProps) {
  const { format, settings } = useWatch({ control })
  const typed = settings?.accent_color ?? ''
  const asked = fields.filter(({ id }) => settings?.custom_field_ids?.includes(id))
  return (
    <Preview
      kind={stored.type === 'hosted' ? 'hosted' : (format ?? 'inline')}
      account_name={stored.account_name}
      form={{
        heading: settings?.heading ?? '',
        description: settings?.description ?? '',
        button_label: settings?.button_label ?? '',
        ask_first_name: settings?.ask_first_name ?? false,
        consent_text: settings?.consent_text ?? '',
        fields: asked,
        action: '',
      }}
      look={formLook(
        { accent_color: HEX.test(typed) ? typed : DEFAULT_ACCENT, has_own_color: settings?.has_own_color },
        stored.style,
      )}
    />
  )
}
