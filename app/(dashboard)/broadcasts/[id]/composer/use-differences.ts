import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Difference, differences, type EmailText, parseHtml } from '@/components/email-editor/on-screen'
import { useTRPC, useTRPCClient } from '@/components/trpc-provider'
import { planQuery } from '../queries'

interface Options {
  id: number
  /** Number of the displayed version. A is 1. */
  version: number
  onResolve: (wins: 'shown' | 'stored', text: EmailText) => Promise<void> | void
}

export type Differences = ReturnType<typeof useDifferences>['differences']

/** Compares the text on screen with the stored text before sending, so nothing is sent that no one has seen. */
export function useDifferences({ id, version, onResolve }: Options) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const api = useTRPCClient()
  const screen = useRef<() => EmailText>(null)
  const [foundDifferences, setFoundDifferences] = useState<Difference[]>([])

  /** Returns whether the texts are the same. Throws if the stored text cannot be read. */
  async function compare(): Promise<boolean> {
    const screenValues = screen.current?.()
    if (!screenValues) return true
    // Bypasses the cache: a review sends what it shows, not a plan that another tab has chosen since.
    const [broadcast, plan] = await Promise.all([api.broadcasts.get.query({ id }), api.broadcasts.plan.query({ id })])
    const own = version > 1 ? plan.versions[version - 2] : undefined
    const stored = {
      subject: own?.subject ?? broadcast.subject ?? '',
      preview_text: own?.preview_text ?? broadcast.preview_text ?? '',
      content: own?.content ?? broadcast.content ?? '',
    }
    const now = differences(screenValues, stored, parseHtml)
    setFoundDifferences(now)
    return now.length === 0
  }

  async function resolve(wins: 'shown' | 'stored'): Promise<void> {
    const screenValues = screen.current?.()
    if (wins === 'stored')
      await Promise.all([
        client.fetchQuery({ ...trpc.broadcasts.get.queryOptions({ id }), staleTime: 0 }),
        client.fetchQuery({ ...planQuery(trpc, id), staleTime: 0 }),
      ])
    if (screenValues) await onResolve(wins, screenValues)
    setFoundDifferences([])
  }

  return { screen, differences: { found: foundDifferences, compare, forget: () => setFoundDifferences([]), resolve } }
}
