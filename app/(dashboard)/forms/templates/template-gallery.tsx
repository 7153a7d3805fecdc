'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { useMemo, useState } from 'react'
import { errorText } from '@/components/error-text'
import { Page, PageHeader } from '@/components/page-header'
import { settingsQuery, styleQuery } from '@/components/page-queries'
import { RestrictedPage } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { DEFAULT_ACCENT } from '@/server/lib/page/form-style.ts'
import { LANDING_TEMPLATES } from '@/server/lib/page/landing/templates/gallery.ts'
import type { LandingTemplate } from '@/server/lib/page/landing/templates/template.ts'
import { FIRST_NAME } from '@/server/lib/page/sign-up-form.ts'
import type { PublicStyle } from '@/server/lib/page/theme.ts'
import { landingContext } from '../landing/landing-context'

const RenderedPage = onDemand(async () => (await import('../landing/rendered-page')).RenderedPage)
const FIRST_NAME_FIELD = { name: FIRST_NAME, label: 'First name', type: 'first_name', choices: [] }
const NO_PICTURES = new Map()

/** Lists landing page templates, each drawn in the account’s style. */
export function TemplateGallery() {
  const trpc = useTRPC()
  const router = useRouter()
  const [name, setName] = useQueryState('name', parseAsString.withDefault('').withOptions({ history: 'replace' }))
  const style = useQuery(styleQuery(trpc)).data
  const account_name = useQuery(settingsQuery(trpc)).data?.name ?? ''
  const [chosenName, setChosenName] = useState<string>()
  const create = useAction(trpc.forms.landing.create, { invalidates: trpc.forms })
  const createSimple = useAction(trpc.forms.create, { invalidates: trpc.forms })
  const shownStyle = useMemo<PublicStyle | null>(() => {
    if (!style?.is_chosen) return null
    const { logo_id: _, logo_size: __, ...choices } = style.choices
    return { ...choices, logo: style.logo }
  }, [style])

  async function use(template: LandingTemplate | null) {
    setChosenName(template?.name ?? 'simple')
    const named = name.trim() || (template?.label ?? 'Landing page')
    try {
      const made = template
        ? await create.run({ name: named, template: template.name })
        : await createSimple.run({ name: named, type: 'hosted', format: null })
      router.push(template ? `/forms/${made.id}/landing` : `/forms/${made.id}`)
    } catch (error) {
      toast.error(errorText(error))
      setChosenName(undefined)
    }
  }

  return (
    <Page>
      <PageHeader
        back={{ href: '/forms', label: 'Forms' }}
        title="New landing page"
        description="Choose a starting point. You can change every word and section, and visitors see it once you publish it."
      />
      <RestrictedPage atLeast="editor">
        <Field label="Name" description="Only you see this." className="max-w-md">
          <Input
            value={name}
            maxLength={255}
            autoComplete="off"
            placeholder="Link in my profile"
            onChange={({ target }) => void setName(target.value || null)}
          />
        </Field>
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
          {LANDING_TEMPLATES.map((template) => (
            <li key={template.name} className="grid min-w-0 content-start gap-3">
              <TemplatePicture template={template} style={shownStyle} account_name={account_name} />
              <div className="flex items-start justify-between gap-3">
                <div className="grid gap-0.5">
                  <h2 className="font-medium">{template.label}</h2>
                  <p className="text-pretty text-muted-foreground text-sm">{template.purpose}</p>
                </div>
                <Button
                  size="sm"
                  pending={chosenName === template.name}
                  disabled={chosenName !== undefined}
                  aria-label={`Use ${template.label}`}
                  onClick={() => void use(template)}
                >
                  Use
                </Button>
              </div>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-border px-5 py-4">
          <div>
            <h2 className="font-medium">Only the form</h2>
            <p className="text-muted-foreground text-sm">A page with nothing but the form. Add sections later.</p>
          </div>
          <Button
            variant="outline"
            pending={chosenName === 'simple'}
            disabled={chosenName !== undefined}
            onClick={() => void use(null)}
          >
            Use only the form
          </Button>
        </div>
      </RestrictedPage>
    </Page>
  )
}

interface TemplatePictureProps {
  template: LandingTemplate
  style: PublicStyle | null
  account_name: string
}

function TemplatePicture({ template: { label, page, form }, style, account_name }: TemplatePictureProps) {
  const context = useMemo(
    () =>
      landingContext({
        account_name,
        style,
        pictures: NO_PICTURES,
        links: [],
        color: { accent_color: DEFAULT_ACCENT },
        form: { ...form, fields: form.ask_first_name ? [FIRST_NAME_FIELD] : [], consent_text: '', consents: [] },
      }),
    [account_name, style, form],
  )
  return (
    <div inert className="aspect-4/5">
      <RenderedPage
        title={label}
        page={page}
        context={context}
        width={1280}
        className="h-full rounded-xl border border-border"
      />
    </div>
  )
}
