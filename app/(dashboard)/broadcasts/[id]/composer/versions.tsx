import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { EmailFields } from '@/components/email-editor/email-fields'
import { errorText } from '@/components/error-text'
import { Plus } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { Tabs, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { useAction } from '@/components/use-action'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import type { PlanView } from '@/server/modules/broadcasts/plan-schema.ts'
import { OtherVersion, type Reporting } from './other-version'
import { useStorePlan } from './use-store-plan'
import { NAMES, Panel } from './version-panel'

/** Without tabs, the content is not a tab panel. */
const NO_PANEL = { role: undefined, tabIndex: undefined, 'aria-labelledby': undefined }

interface VersionsProps extends Reporting {
  broadcast: ComposedBroadcast
  /** Undefined until the versions are loaded. */
  planned: PlanView | undefined
  /** Number of the displayed version. A is 1. */
  shown: number
  /** Number of the chosen version, displayed once changes to the previous one are saved. */
  chosen: number
  /** Displays another version, and focuses its text if `is_focused`. */
  onShow: (version: number, is_focused?: boolean) => Promise<void>
  editable: boolean
  onChange: (change: { subject?: string; preview_text?: string; content?: string }) => void
}

/** The email, or the two or three versions of an A/B test. */
export function Versions({
  broadcast: given,
  planned,
  shown,
  chosen,
  onShow,
  editable,
  onChange,
  ...passed
}: VersionsProps) {
  const { id } = given
  const trpc = useTRPC()
  // The page receives saved changes shortly after another version is displayed, whose fields start with them.
  const broadcast = useQuery(trpc.broadcasts.get.queryOptions({ id })).data ?? given
  const store = useStorePlan(id)
  const add = useAction(trpc.broadcasts.addVersion)
  const remove = useAction(trpc.broadcasts.removeVersion)
  const versions = planned?.versions ?? []
  const change = async (action: () => Promise<PlanView>) => {
    try {
      await onShow(1)
      const after = await action()
      await store(after)
      await onShow(after.versions.length + 1, true)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const addButton =
    editable && planned && versions.length < 2 ? (
      <Button variant="ghost" size="sm" pending={add.isPending} onClick={() => void change(() => add.run({ id }))}>
        <Plus aria-hidden />{' '}
        {versions.length === 0 ? 'Compare with another version' : `Version ${NAMES[versions.length + 1]}`}
      </Button>
    ) : null
  // Arrow keys stay within the tabs.
  const by_arrow = useRef(false)
  const show = (version: number) =>
    onShow(version, editable && !by_arrow.current).catch((error: unknown) => toast.error(errorText(error)))
  return (
    <Tabs value={String(chosen)} onValueChange={(value) => void show(Number(value))} className="min-w-0">
      {versions.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <TabsList
            aria-label="Versions"
            className="flex-1"
            onPointerDownCapture={() => {
              by_arrow.current = false
            }}
            onKeyDownCapture={() => {
              by_arrow.current = true
            }}
          >
            {NAMES.slice(0, versions.length + 1).map((name, index) => (
              <TabsTrigger key={name} value={String(index + 1)}>
                Version {name}
              </TabsTrigger>
            ))}
          </TabsList>
          {addButton}
        </div>
      ) : null}
      <Panel shown={shown} chosen={chosen} version={1} className="gap-2" {...(versions.length === 0 && NO_PANEL)}>
        <EmailFields emailKey={id} email={broadcast} editable={editable} onChange={onChange} screen={passed.screen} />
        {versions.length === 0 ? <div>{addButton}</div> : null}
      </Panel>
      {versions.map((version, index) => (
        <Panel key={NAMES[index + 1]} shown={shown} chosen={chosen} version={index + 2} className="gap-4">
          <OtherVersion
            id={id}
            number={index + 2}
            stored={version}
            textVersion={planned?.text_versions[index]}
            email={{
              subject: version.subject ?? broadcast.subject,
              preview_text: version.preview_text ?? broadcast.preview_text,
              content: version.content ?? broadcast.content,
              left_out: version.content === null ? broadcast.left_out : version.left_out,
            }}
            editable={editable}
            {...passed}
            onRemove={() => void change(() => remove.run({ id, version: index + 2 }))}
          />
        </Panel>
      ))}
    </Tabs>
  )
}
