import { keepPreviousData } from '@tanstack/react-query'
import type { Trpc } from '@/components/page-queries'
import type { SiteLook } from '@/server/modules/posts/schema.ts'

export const siteQuery = (trpc: Trpc) => trpc.sites.get.queryOptions()

/** Previews the first page of the site in a look. */
export const sitePreviewQuery = (trpc: Trpc, { layout, has_address }: SiteLook) =>
  trpc.posts.previewSite.queryOptions({ layout, has_address }, { placeholderData: keepPreviousData })
