import Link from 'next/link'
import { errorText } from '@/components/error-text'
import { FlaskConical } from '@/components/generated/icons'
import { BackLink } from '@/components/page-header'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { TabsList, TabsTrigger } from '@/components/ui/tabs'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import type { Variant } from './use-draft'

interface VersionsBarProps {
  landing: LandingDetail
  /** Displays a version after saving changes. Throws if they cannot be saved. */
  onShow: (variant: Variant) => Promise<void>
}

/** Tabs for the two versions of a page, or a button to add the second. */
export function VersionsBar({ landing, onShow }: VersionsBarProps) {
  const { id, name, b, test_started_at } = landing
  const trpc = useTRPC()
  const add = useAction(trpc.forms.landing.addVersionB, { invalidates: trpc.forms })
  const end = useAction(trpc.forms.endTest, { invalidates: trpc.forms })
  const undo = useAction(trpc.forms.undoTestEnd, { invalidates: trpc.forms })
  const run = (change: () => Promise<unknown>) => void change().catch((error: unknown) => toast.error(errorText(error)))

  async function start() {
    // Version B starts with the typed text.
    await onShow('a')
    await add.run({ id })
    await onShow('b')
  }
  async function remove() {
    await onShow('a')
    const { undo: kept } = await end.run({ id, keep: 'a' })
    toastWithUndo('Removed version B', () => undo.run({ undo: kept ?? 0 }))
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <BackLink href={`/forms/${id}`} label={name} />
      {b === null ? (
        <IfRole atLeast="editor">
          <Button variant="ghost" size="sm" pending={add.isPending} onClick={() => run(start)}>
            <FlaskConical aria-hidden /> Test two versions
          </Button>
        </IfRole>
      ) : (
        <div className="flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-1 border-border border-b">
          <TabsList aria-label="Versions" className="border-b-0">
            <TabsTrigger value="a">Version A</TabsTrigger>
            <TabsTrigger value="b">Version B</TabsTrigger>
          </TabsList>
          {test_started_at ? (
            <p className="pb-2 text-muted-foreground text-sm">
              The test started <DateTime at={test_started_at} />.{' '}
              <Link href={`/forms/${id}?tab=results`} className="text-primary-ink underline underline-offset-2">
                Results
              </Link>
            </p>
          ) : (
            <IfRole atLeast="editor">
              <Button variant="ghost" size="sm" pending={end.isPending} onClick={() => run(remove)}>
                Remove version B
              </Button>
            </IfRole>
          )}
        </div>
      )}
    </div>
  )
}
