import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { jsonInOrder } from '@/components/json-in-order'
import { httpStatus, isPassing } from '@/components/request-error'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { Graph, Reentry } from '@/server/modules/automations/graph-schema.ts'
import type { AutomationDetail, Problem } from '@/server/modules/automations/schema.ts'
import * as history from '../graph/history'

/** The edited state, with a single undo history. */
export interface Draft {
  name: string
  reentry: Reentry
  graph: Graph
}

export type Edit = (change: (draft: Draft) => Draft, group?: string) => void

/**
 * The draft of an automation during editing, with undo, redo, and saving shortly after the last change. Does not overwrite a draft that
 * someone else has saved: `conflict` is true until the user has chosen one.
 */
export function useDraft(automation: AutomationDetail) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id } = automation
  const { run } = useAction(trpc.automations.save)
  const [versions, setVersions] = useState(() => history.begin(draftOf(automation)))
  const [problems, setProblems] = useState(automation.problems)
  const [conflict, setConflict] = useState(false)
  /** Changes when another draft is displayed than the edited one, to reset the fields. */
  const [jump, setJump] = useState(0)
  const revision = useRef(automation.revision)
  /** Drafts of saves without a response, each of which may have been stored. */
  const unansweredDrafts = useRef(new Set<string>())
  const latest = useRef(versions)
  latest.current = versions

  const store = useCallback(
    async (part: Partial<Draft>): Promise<undefined> => {
      const draft = { ...latest.current.present, ...part }
      const save = () => run({ id, revision: revision.current, ...draft })
      try {
        const storedDraft = await save().catch(async (error: unknown) => {
          if (isPassing(error)) unansweredDrafts.current.add(jsonInOrder(draft))
          if (httpStatus(error) !== 409 || unansweredDrafts.current.size === 0) throw error
          // If the stored draft is one of these, it is our own change.
          const stored = await client.fetchQuery({ ...trpc.automations.get.queryOptions({ id }), staleTime: 0 })
          if (!unansweredDrafts.current.has(jsonInOrder(draftOf(stored)))) throw error
          revision.current = stored.revision
          return save()
        })
        unansweredDrafts.current.clear()
        revision.current = storedDraft.revision
        setProblems(storedDraft.problems)
        // A query started before this change must not overwrite it.
        await client.cancelQueries({ queryKey: trpc.automations.get.queryKey({ id }) })
        client.setQueryData(trpc.automations.get.queryKey({ id }), (before) =>
          before ? { ...before, ...draft, ...storedDraft, has_changes: true } : before,
        )
      } catch (error) {
        if (httpStatus(error) === 409) setConflict(true)
        throw error
      }
    },
    [client, id, run, trpc],
  )
  const { change, flush, state, problem } = useAutosave<Draft>(store)

  const show = useCallback(
    (next: history.History<Draft>) => {
      if (next === latest.current) return
      latest.current = next
      setVersions(next)
      change(next.present)
    },
    [change],
  )
  const edit: Edit = useCallback(
    (make, group) => show(history.change(latest.current, make(latest.current.present), { group, at: Date.now() })),
    [show],
  )
  const undo = useCallback(() => {
    show(history.undo(latest.current))
    setJump((count) => count + 1)
  }, [show])
  const redo = useCallback(() => {
    show(history.redo(latest.current))
    setJump((count) => count + 1)
  }, [show])

  /** Ends a conflict, with the stored draft or by saving this one over it. */
  const resolve = useCallback(
    async (keep: 'mine' | 'theirs') => {
      const stored = await client.fetchQuery({ ...trpc.automations.get.queryOptions({ id }), staleTime: 0 })
      revision.current = stored.revision
      setConflict(false)
      if (keep === 'theirs') {
        const next = history.change(latest.current, draftOf(stored))
        latest.current = next
        setVersions(next)
        setJump((count) => count + 1)
      }
      change(latest.current.present)
      await flush()
    },
    [client, id, trpc, change, flush],
  )

  // Its emails were saved, and the automation was refetched.
  useEffect(() => {
    if (automation.revision === revision.current) setProblems(automation.problems)
  }, [automation.problems, automation.revision])

  // A locked automation is not edited, so a newer version of its template replaces the draft.
  useEffect(() => {
    if (!automation.is_locked || automation.revision <= revision.current) return
    revision.current = automation.revision
    setVersions(history.begin(draftOf(automation)))
    setProblems(automation.problems)
    setJump((count) => count + 1)
  }, [automation])

  return useMemo(
    () => ({
      draft: versions.present,
      problems: problems as readonly Problem[],
      can_undo: versions.past.length > 0,
      can_redo: versions.future.length > 0,
      saved: { state, problem },
      edit,
      undo,
      redo,
      flush,
      conflict,
      resolve,
      jump,
      /** The stored revision, for publishing. */
      revision: () => revision.current,
    }),
    [versions, problems, state, problem, edit, undo, redo, flush, conflict, resolve, jump],
  )
}

export type EditedDraft = ReturnType<typeof useDraft>

const draftOf = ({ name, reentry, graph }: AutomationDetail): Draft => ({ name, reentry, graph })
