'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useCallback, useRef, useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { errorText } from '@/components/error-text'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { useOpening } from '@/components/typing/use-opening'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { toast } from '@/components/ui/sonner'
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { useAction } from '@/components/use-action'
import { Builder } from './builder'
import { EDITED, landingQuery } from './queries'
import { draftOf, type Variant } from './use-draft'
import { VersionsBar } from './versions'

/** Without a second version, the editor is not a tab panel. */
const NO_PANEL = { role: undefined, tabIndex: undefined, 'aria-labelledby': undefined }

/** Edits a landing page's sections. */
export function LandingEditor({ id }: { id: number }) {
  const trpc = useTRPC()
  const landing = useQuery(landingQuery(trpc, id))
  const [loads, setLoads] = useState(0)
  const [{ version }, setEdited] = useQueryStates(EDITED)
  const flush = useRef<() => Promise<void>>(async () => undefined)
  const onFlushable = useCallback((next: () => Promise<void>) => {
    flush.current = next
  }, [])
  const start = useAction(trpc.forms.landing.start, { invalidates: trpc.forms })
  const variant: Variant = version === 'b' && landing.data?.b ? 'b' : 'a'
  const {
    chosen,
    is_opening,
    open: show,
  } = useOpening<Variant>({
    shown: variant,
    save: () => flush.current(),
    show: (next) => setEdited({ version: next, at: null }),
  })
  // A later failed refetch keeps the page being edited.
  if (landing.error && !landing.data)
    return <PageError query={landing} title="Couldn’t load this landing page" href="/forms" label="All forms" />
  if (!landing.data) return <DetailLoading />
  const { data } = landing
  const draft = draftOf(data, variant)
  if (draft)
    return (
      <Tabs
        value={chosen}
        onValueChange={(next) =>
          void show(next === 'b' ? 'b' : 'a').catch((error: unknown) => toast.error(errorText(error)))
        }
        className="grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-6 pb-10 sm:px-8 lg:px-10"
      >
        <VersionsBar landing={data} onShow={show} />
        {is_opening ? (
          <p role="status" className="text-muted-foreground text-sm">
            Opening version {chosen.toUpperCase()}…
          </p>
        ) : null}
        <TabsContent
          value={variant}
          // Disabled until it is saved, so nothing more is typed into it.
          inert={is_opening}
          forceMount
          hidden={false}
          className={cn('grid grid-cols-[minmax(0,1fr)] content-start gap-4', is_opening && 'opacity-50')}
          {...(data.b === null && NO_PANEL)}
        >
          <Builder
            key={`${variant} ${loads}`}
            landing={data}
            variant={variant}
            draft={draft}
            onFlushable={onFlushable}
            onReload={async (discard) => {
              const { error } = await landing.refetch()
              if (error) throw error
              discard()
              setLoads(loads + 1)
            }}
          />
        </TabsContent>
      </Tabs>
    )
  return (
    <Page>
      <PageHeader back={{ href: `/forms/${id}`, label: data.name }} title="Page sections" />
      <EmptyState
        illustration="file"
        title="This page has no sections yet"
        description="Turn it into a page with sections. It keeps its words and its form, and visitors see the sections once you publish them."
        actions={
          <IfRole atLeast="editor">
            <Button pending={start.isPending} onClick={() => start.start({ id })}>
              Add sections
            </Button>
          </IfRole>
        }
      />
    </Page>
  )
}
