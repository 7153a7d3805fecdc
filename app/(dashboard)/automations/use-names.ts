'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import type { NamedKind, NameOf } from './graph/words'

export interface Choice {
  id: number
  name: string
}

/** What steps can name, by kind; undefined while it is loading. */
export type Choices = Record<Exclude<NamedKind, 'plugin' | 'email'>, readonly Choice[] | undefined>

/** What is behind the last of so many may exist, so it is not called deleted. */
export const MOST_CHOICES = 1000
const ALL = { per_page: MOST_CHOICES }

/** The tags, forms and so on of the account, which steps name by their ids. One batch of requests. */
export function useChoices(): Choices {
  const trpc = useTRPC()
  const tags = useQuery(trpc.tags.list.queryOptions(ALL))
  const forms = useQuery(trpc.forms.list.queryOptions({ status: 'all', ...ALL }))
  const fields = useQuery(trpc.custom_fields.list.queryOptions(ALL))
  const sequences = useQuery(trpc.sequences.list.queryOptions(ALL))
  const segments = useQuery(trpc.segments.list.queryOptions(ALL))
  const products = useQuery(trpc.purchases.products.queryOptions(ALL))
  const automations = useQuery(trpc.automations.list.queryOptions(ALL))
  const members = useQuery(trpc.team.members.queryOptions())
  return useMemo(
    () => ({
      tag: tags.data?.rows,
      form: forms.data?.rows,
      field: fields.data?.rows.map(({ id, label }) => ({ id, name: label })),
      sequence: sequences.data?.rows,
      segment: segments.data?.rows,
      product: products.data?.rows,
      automation: automations.data?.rows,
      member: members.data?.map(({ user_id, name, email_address }) => ({ id: user_id, name: name || email_address })),
    }),
    [tags.data, forms.data, fields.data, sequences.data, segments.data, products.data, automations.data, members.data],
  )
}

/** Names what steps name: by the choices, the plugins of installed apps and the emails of the automation. */
export function useNameOf(choices: Choices, emails: readonly { id: number; subject: string }[]): NameOf {
  const trpc = useTRPC()
  const plugins = useQuery(trpc.plugins.list.queryOptions({}, { staleTime: 60_000 }))
  return useMemo(() => {
    const names = new Map<string, string>()
    const add = (kind: NamedKind, found: readonly Choice[] | undefined) => {
      for (const { id, name } of found ?? []) names.set(`${kind} ${id}`, name)
    }
    for (const [kind, found] of Object.entries(choices)) add(kind as NamedKind, found)
    add('plugin', plugins.data)
    for (const { id, subject } of emails) names.set(`email ${id}`, subject || 'No subject')
    return (kind, id) => {
      const found = names.get(`${kind} ${id}`)
      if (found !== undefined || kind === 'email') return found
      const all = kind === 'plugin' ? plugins.data : choices[kind]
      return all && all.length < MOST_CHOICES ? undefined : null
    }
  }, [choices, emails, plugins.data])
}
