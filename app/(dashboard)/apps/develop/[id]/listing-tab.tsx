import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SaveBar } from '@/components/action-bar'
import { AddressInput } from '@/components/address-input'
import { AppListing } from '@/components/apps/app-listing'
import { toListing } from '@/components/apps/to-listing'
import { bySchema } from '@/components/form-schema'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { Form, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { AppDetail, ListingInput } from '@/server/modules/apps/develop-schema.ts'
import { CATEGORIES } from '@/server/modules/apps/values-schema.ts'
import { LogoCard } from './logo-card'
import { NeedsReviewNotice } from './needs-review-notice'
import { ScreenshotsCard } from './screenshots-card'
import { useSaveSection } from './use-save-section'

type Values = z.input<typeof ListingInput>

const categories = () => Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))

/** The app's store listing, with a live preview. */
export function ListingTab({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const save = useAction(trpc.apps.develop.saveListing)
  const { id, name, tagline, description, category, website_url, support_url } = app
  const form = useStoredForm<Values, unknown, ListingInput>({
    resolver: bySchema(async () => (await import('@/server/modules/apps/develop-schema.ts')).ListingInput),
    values: {
      id,
      name,
      tagline,
      description,
      category,
      website_url: website_url ?? '',
      support_url: support_url ?? '',
    },
  })
  const onSubmit = useSaveSection(form, save.run)
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="grid gap-6">
        <LogoCard app={app} />
        <ScreenshotsCard app={app} />
        <Form form={form} onSubmit={onSubmit}>
          <SectionCard title="Listing" className="grid gap-5">
            <InputField control={form.control} name="name" label="Name" autoComplete="off" />
            <InputField
              control={form.control}
              name="tagline"
              label="Tagline"
              description="One line about what creators can do with it."
              autoComplete="off"
            />
            <InputField
              as={SelectInput}
              control={form.control}
              name="category"
              label="Category"
              options={categories()}
              placeholder="Choose a category"
            />
            <InputField
              as={Textarea}
              control={form.control}
              name="description"
              label="Description"
              description="What it does, who it is for, and what it needs. Plain text, with blank lines between paragraphs."
              rows={8}
            />
            <InputField
              as={AddressInput}
              control={form.control}
              name="website_url"
              label="Website"
              optional
              placeholder="https://app.example"
            />
            <InputField
              as={AddressInput}
              control={form.control}
              name="support_url"
              label="Help"
              description="A web page, or an address such as mailto:help@app.example."
              placeholder="https://app.example/help"
            />
          </SectionCard>
          <Notice app={app} control={form.control} />
          <SaveBar form={form} />
        </Form>
      </div>
      <Preview app={app} control={form.control} />
    </div>
  )
}

function Notice({ app, control }: { app: AppDetail; control: Control<Values, unknown, ListingInput> }) {
  const { id: _, ...change } = useWatch({ control })
  const { website_url, support_url, ...texts } = change
  return (
    <NeedsReviewNotice
      app={app}
      change={{ ...texts, website_url: website_url || null, support_url: support_url || null }}
    />
  )
}

function Preview({ app, control }: { app: AppDetail; control: Control<Values, unknown, ListingInput> }) {
  const [name, tagline, description, category] = useWatch({
    control,
    name: ['name', 'tagline', 'description', 'category'],
  })
  const shown = { name, tagline, description, category }
  return (
    <section aria-label="Preview" className="grid gap-3 xl:sticky xl:top-6">
      <h2 className="font-medium text-muted-foreground text-sm">Store preview</h2>
      <div className="rounded-2xl border border-border border-dashed p-5 sm:p-7">
        <AppListing as="h3" app={{ ...toListing(app), ...shown }} narrow />
      </div>
    </section>
  )
}
