'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { EmailFields, SaveNote } from '@/components/email-editor/email-fields'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import type { Version } from '@/server/modules/broadcasts/steering/plan-schema.ts'

const NAMES = ['A', 'B', 'C']

interface VersionsProps {
  broadcast: ComposedBroadcast
  /** Versions B and C. */
  versions: readonly Version[]
  editable: boolean
  onChange: (change: { subject?: string; preview_text?: string; content?: string }) => void
}

/** The email, or the two or three versions that an A/B test compares. */
export function Versions({ broadcast, versions, editable, onChange }: VersionsProps) {
  const { id } = broadcast
  const trpc = useTRPC()
  const client = useQueryClient()
  const [at, setAt] = useState('0')
  const { mutateAsync } = useMutation(trpc.broadcasts.savePlan.mutationOptions())
  const save = useCallback(
    async (changed: readonly Version[]) =>
      client.setQueryData(trpc.broadcasts.plan.queryKey({ id }), await mutateAsync({ id, versions: [...changed] })),
    [client, id, mutateAsync, trpc],
  )
  const add = async () => {
    await save([
      ...versions,
      { subject: `${broadcast.subject ?? ''} (${NAMES[versions.length + 1]})`, preview_text: null, content: null },
    ])
    setAt(String(versions.length + 1))
  }
  const addButton =
    editable && versions.length < 2 ? (
      <Button variant="ghost" size="sm" onClick={() => void add()}>
        <Plus aria-hidden />{' '}
        {versions.length === 0 ? 'Compare with another version' : `Version ${NAMES[versions.length + 1]}`}
      </Button>
    ) : null
  const first = <EmailFields emailKey={id} email={broadcast} editable={editable} onChange={onChange} />
  if (versions.length === 0)
    return (
      <div className="grid min-w-0 gap-2">
        {first}
        <div>{addButton}</div>
      </div>
    )
  return (
    <Tabs value={at} onValueChange={setAt} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TabsList aria-label="Versions" className="flex-1">
          {NAMES.slice(0, versions.length + 1).map((name, index) => (
            <TabsTrigger key={name} value={String(index)}>
              Version {name}
            </TabsTrigger>
          ))}
        </TabsList>
        {addButton}
      </div>
      <TabsContent value="0">{first}</TabsContent>
      {versions.map((version, index) => (
        <TabsContent key={NAMES[index + 1]} value={String(index + 1)} className="grid gap-4">
          <OtherVersion
            emailKey={`${id}-${index}`}
            email={{
              subject: version.subject ?? broadcast.subject,
              preview_text: version.preview_text ?? broadcast.preview_text,
              content: version.content ?? broadcast.content,
            }}
            editable={editable}
            onSave={(part) => save(versions.map((one, n) => (n === index ? { ...one, ...part } : one)))}
            onRemove={() => {
              setAt('0')
              void save(versions.filter((_, n) => n !== index))
            }}
          />
        </TabsContent>
      ))}
    </Tabs>
  )
}

interface OtherVersionProps {
  emailKey: string
  email: Version
  editable: boolean
  onSave: (part: Partial<Version>) => Promise<unknown>
  onRemove: () => void
}

function OtherVersion({ emailKey, email, editable, onSave, onRemove }: OtherVersionProps) {
  const { change, state, problem } = useAutosave<Version>(onSave)
  return (
    <>
      <EmailFields emailKey={emailKey} email={email} editable={editable} onChange={change} />
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
