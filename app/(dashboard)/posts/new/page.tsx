'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { ErrorState } from '@/components/error-state'
import { FormLoading } from '@/components/loading'
import { Page } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'

/** Creates the draft first, so no typed text can be lost. */
export default function NewPostPage() {
  const trpc = useTRPC()
  const router = useRouter()
  const requested = useRef(false)
  const create = useMutation(
    trpc.posts.create.mutationOptions({ onSuccess: ({ id }) => router.replace(`/posts/${id}`) }),
  )
  const { mutate } = create
  useEffect(() => {
    if (requested.current) return
    requested.current = true
    mutate({})
  }, [mutate])

  if (!create.error) return <FormLoading />
  return (
    <Page>
      <ErrorState title="Couldn’t create the draft" error={create.error} onRetry={() => mutate({})} />
    </Page>
  )
}
