import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { EditedPost, PostInput } from '@/server/modules/posts/schema.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'

export type PostDraft = ReturnType<typeof usePostDraft>

/**
 * A post's text during editing. A draft is saved automatically. Changes to a published post become public when saved, so they wait for
 * `flush`.
 */
export function usePostDraft(post: EditedPost, may_write: boolean) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id } = post
  const is_public = post.status === 'published'
  const { run } = useAction(trpc.posts.save)
  const by_hand = useRef(is_public)
  useEffect(() => {
    by_hand.current = is_public
  }, [is_public])

  const store = useCallback(
    async (part: PostInput, replacing: Replacing) => {
      let storedPost: EditedPost
      try {
        storedPost = await run({ ...replacing, id, ...part, unless_public: !by_hand.current })
        client.setQueryData(trpc.posts.get.queryKey({ id }), storedPost)
      } catch (error) {
        // The post may have become public since the page was opened. Refetch, to show that.
        if (!by_hand.current) void client.invalidateQueries({ queryKey: trpc.posts.get.queryKey({ id }) })
        throw error
      }
      await client.invalidateQueries(trpc.posts.list.pathFilter())
      return storedPost
    },
    [client, id, run, trpc],
  )
  const [entries, setEntries] = useState<PostInput>({})
  /** Changes when the editor must show another text than the typed one. */
  const [version, setVersion] = useState(0)
  const showKept = useCallback((kept: PostInput) => {
    setEntries(kept)
    setVersion((before) => before + 1)
  }, [])
  const show = () => {
    setEntries({})
    setVersion((before) => before + 1)
  }
  const { change, discard, ...saving } = useAutosave<PostInput>(store, {
    keep: may_write ? `post ${id}` : undefined,
    stored: post.text_version,
    onKept: showKept,
    read: () => client.fetchQuery({ ...trpc.posts.get.queryOptions({ id }), staleTime: 0 }),
    show,
    by_hand: is_public,
  })
  return {
    ...saving,
    shown: { ...post, content: post.source, ...entries },
    version,
    change(part: PostInput) {
      setEntries((before) => ({ ...before, ...part }))
      change(part)
    },
    /** Shows the stored text and discards unsaved changes. */
    discard() {
      discard()
      show()
    },
  }
}
