import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { EmailFields } from '@/components/email-editor/email-fields'
import type { EmailText } from '@/components/email-editor/on-screen'
import type { Saving } from '@/components/email-editor/save-note'
import { Trash2 } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import type { Version } from '@/server/modules/broadcasts/plan-schema.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'
import { useStorePlan } from './use-store-plan'

/** Reports the displayed version to the page. */
export interface Reporting {
  /** Receives a function that reads the displayed texts. */
  screen: RefObject<(() => EmailText) | null>
  /** Receives the fields of a version other than A while it is displayed. Returns a function that removes them. */
  onFields: (fields: VersionFields) => () => void
  /** Receives the save state of a version other than A. */
  onState: (saving: Saving) => void
}

export interface VersionFields {
  /** Saves typed changes. */
  flush: () => Promise<void>
  change: (part: EmailText) => void
  /** Shows the stored text. */
  show: () => void
  /** Shows the stored text if someone else has changed it. Returns whether they have. */
  catchUp: () => Promise<boolean>
}

interface OtherVersionProps extends Reporting {
  id: number
  number: number
  stored: Version
  textVersion: string | undefined
  /** The stored version, with version A's values where it has none. */
  email: Version
  editable: boolean
  onRemove: () => void
}

export function OtherVersion({
  id,
  number,
  stored,
  textVersion,
  email,
  editable,
  onRemove,
  screen,
  onFields,
  onState,
}: OtherVersionProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const show = useStorePlan(id)
  const { run } = useAction(trpc.broadcasts.saveVersion)
  const store = useCallback(
    async ({ key: _, ...part }: Partial<Version>, replacing: Replacing) => {
      const plan = await run({ ...replacing, id, version: number, ...part })
      await show(plan)
      return { text_version: plan.text_versions[number - 2] ?? '' }
    },
    [id, run, number, show],
  )
  const [keptChange, setKeptChange] = useState<Partial<Version>>()
  const [loadCount, setLoadCount] = useState(0)
  const showStored = useCallback(() => {
    setKeptChange(undefined)
    notifyManager.schedule(() => setLoadCount((before) => before + 1))
  }, [])
  const saving = useAutosave<Version>(store, {
    // A removed version keeps its typed text: a new version with the same number has another key.
    keep: editable ? `broadcast ${id} version ${stored.key ?? number}` : undefined,
    stored: textVersion,
    onKept: setKeptChange,
    async read() {
      const plan = await client.fetchQuery({ ...trpc.broadcasts.plan.queryOptions({ id }), staleTime: 0 })
      return { text_version: plan.text_versions[number - 2] ?? '' }
    },
    show: showStored,
  })
  const { change, flush, state, problem } = saving
  const latest = useRef(saving)
  latest.current = saving
  useEffect(
    () => onFields({ flush, change, show: showStored, catchUp: () => latest.current.catchUp() }),
    [flush, change, showStored, onFields],
  )
  useEffect(() => {
    onState({ state, problem })
    return () => onState({ state: 'saved' })
  }, [state, problem, onState])
  return (
    <>
      <ConflictBar saving={saving}>
        Your last changes are not saved. If you keep yours, their text stays in the history of the broadcast.
      </ConflictBar>
      <EmailFields
        key={keptChange ? 'kept' : loadCount}
        emailKey={`${id}-${number}`}
        email={{ ...email, ...keptChange }}
        editable={editable}
        onChange={change}
        screen={screen}
      />
      {editable ? (
        <Button variant="ghost" size="sm" className="justify-self-end" onClick={onRemove}>
          <Trash2 aria-hidden /> Remove version
        </Button>
      ) : null}
    </>
  )
}
