'use client'

import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { EmailFields } from '@/components/email-editor/email-fields'
import { SaveNote } from '@/components/email-editor/save-note'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import type { PlanView, Version } from '@/server/modules/broadcasts/plan-schema.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'

const NAMES = ['A', 'B', 'C']
/** Without tabs, the content is no panel of one. */
const NO_PANEL = { role: undefined, tabIndex: undefined, 'aria-labelledby': undefined }

interface VersionsProps {
  broadcast: ComposedBroadcast
  /** Undefined until it is known which versions there are. */
  planned: PlanView | undefined
  /** The number of the shown version: A is 1. */
  shown: number
  /** Shows another version, after what was typed is saved. */
  onShow: (version: number) => Promise<void>
  editable: boolean
  onChange: (change: { subject?: string; preview_text?: string; content?: string }) => void
  /** Takes the fields of a version other than A while they are shown; returns a function that forgets them. */
  onFields: (fields: VersionFields) => () => void
}

export interface VersionFields {
  /** Saves what was typed. */
  flush: () => Promise<void>
  /** Shows the stored text if someone else has changed it, and returns whether they have. */
  catchUp: () => Promise<boolean>
}

/** The email, or the two or three versions that an A/B test compares. */
export function Versions({ broadcast: given, planned, shown, onShow, editable, onChange, onFields }: VersionsProps) {
  const { id } = given
  const trpc = useTRPC()
  // The page passes on what was just saved a moment after another version is shown, whose fields begin with it.
  const broadcast = useQuery(trpc.broadcasts.get.queryOptions({ id })).data ?? given
  const store = useStorePlan(id)
  const add = useMutation(trpc.broadcasts.addVersion.mutationOptions())
  const remove = useMutation(trpc.broadcasts.removeVersion.mutationOptions())
  const versions = planned?.versions ?? []
  const change = async (action: () => Promise<PlanView>) => {
    try {
      await onShow(1)
      const after = await action()
      await store(after)
      await onShow(after.versions.length + 1)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const addButton =
    editable && planned && versions.length < 2 ? (
      <Button
        variant="ghost"
        size="sm"
        pending={add.isPending}
        onClick={() => void change(() => add.mutateAsync({ id }))}
      >
        <Plus aria-hidden />{' '}
        {versions.length === 0 ? 'Compare with another version' : `Version ${NAMES[versions.length + 1]}`}
      </Button>
    ) : null
  return (
    <Tabs
      value={String(shown)}
      onValueChange={(value) => void onShow(Number(value)).catch((error: unknown) => toast.error(errorText(error)))}
      className="min-w-0"
    >
      {versions.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <TabsList aria-label="Versions" className="flex-1">
            {NAMES.slice(0, versions.length + 1).map((name, index) => (
              <TabsTrigger key={name} value={String(index + 1)}>
                Version {name}
              </TabsTrigger>
            ))}
          </TabsList>
          {addButton}
        </div>
      ) : null}
      <TabsContent value="1" className="grid min-w-0 gap-2" {...(versions.length === 0 && NO_PANEL)}>
        <EmailFields emailKey={id} email={broadcast} editable={editable} onChange={onChange} />
        {versions.length === 0 ? <div>{addButton}</div> : null}
      </TabsContent>
      {versions.map((version, index) => (
        <TabsContent key={NAMES[index + 1]} value={String(index + 2)} className="grid min-w-0 gap-4">
          <OtherVersion
            id={id}
            number={index + 2}
            stored={version}
            textVersion={planned?.text_versions[index]}
            email={{
              subject: version.subject ?? broadcast.subject,
              preview_text: version.preview_text ?? broadcast.preview_text,
              content: version.content ?? broadcast.content,
            }}
            editable={editable}
            onFields={onFields}
            onRemove={() => void change(() => remove.mutateAsync({ id, version: index + 2 }))}
          />
        </TabsContent>
      ))}
    </Tabs>
  )
}

/** Shows a stored plan. A plan that was asked for earlier arrives later and is older, so it is dropped. */
export function useStorePlan(id: number) {
  const trpc = useTRPC()
  const client = useQueryClient()
  return useCallback(
    async (plan: PlanView) => {
      await client.cancelQueries(trpc.broadcasts.plan.queryFilter({ id }))
      client.setQueryData(trpc.broadcasts.plan.queryKey({ id }), plan)
    },
    [client, id, trpc],
  )
}

interface OtherVersionProps {
  id: number
  number: number
  stored: Version
  textVersion: string | undefined
  /** What is stored, with what it has from version A. */
  email: Version
  editable: boolean
  onRemove: () => void
  onFields: VersionsProps['onFields']
}

function OtherVersion({ id, number, stored, textVersion, email, editable, onRemove, onFields }: OtherVersionProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const show = useStorePlan(id)
  const { mutateAsync } = useMutation(trpc.broadcasts.saveVersion.mutationOptions())
  const store = useCallback(
    async ({ key: _, ...part }: Partial<Version>, replacing: Replacing) => {
      const plan = await mutateAsync({ ...replacing, id, version: number, ...part })
      await show(plan)
      return { text_version: plan.text_versions[number - 2] ?? '' }
    },
    [id, mutateAsync, number, show],
  )
  const [kept, setKept] = useState<Partial<Version>>()
  const [loaded, setLoaded] = useState(0)
  const saving = useAutosave<Version>(store, {
    // A version that was removed keeps its text to itself: another one in its place has another key.
    keep: editable ? `broadcast ${id} version ${stored.key ?? number}` : undefined,
    stored: textVersion,
    onKept: setKept,
    async read() {
      const plan = await client.fetchQuery({ ...trpc.broadcasts.plan.queryOptions({ id }), staleTime: 0 })
      return { text_version: plan.text_versions[number - 2] ?? '' }
    },
    show: () => {
      setKept(undefined)
      notifyManager.schedule(() => setLoaded((before) => before + 1))
    },
  })
  const { change, flush, state, problem } = saving
  const latest = useRef(saving)
  latest.current = saving
  useEffect(() => onFields({ flush, catchUp: () => latest.current.catchUp() }), [flush, onFields])
  return (
    <>
      <ConflictBar saving={saving}>
        Your last changes are not saved. If you keep yours, their text stays in the history of the broadcast.
      </ConflictBar>
      <EmailFields
        key={kept ? 'kept' : loaded}
        emailKey={`${id}-${number}`}
        email={{ ...email, ...kept }}
        editable={editable}
        onChange={change}
      />
      <div className="flex items-center justify-between gap-4 text-muted-foreground text-sm">
        <SaveNote state={state} problem={problem} />
        {editable ? (
          <Button variant="ghost" size="sm" onClick={onRemove}>
            <Trash2 aria-hidden /> Remove version
          </Button>
        ) : null}
      </div>
    </>
  )
}
