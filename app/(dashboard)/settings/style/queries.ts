import { keepPreviousData } from '@tanstack/react-query'
import type { Trpc } from '@/components/page-queries'
import type { StyleInput } from '@/server/modules/style/schema.ts'

export const paletteQuery = (trpc: Trpc) => trpc.account.colors.queryOptions()

/** Previews an email, a form and a post in a style. */
export const previewQueries = (trpc: Trpc, choices: StyleInput) =>
  [
    trpc.templates.previewStyle.queryOptions(choices, { placeholderData: keepPreviousData }),
    trpc.forms.previewStyle.queryOptions(choices, { placeholderData: keepPreviousData }),
    trpc.posts.previewStyle.queryOptions(choices, { placeholderData: keepPreviousData }),
  ] as const
