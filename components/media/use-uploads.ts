import { useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import type { Picture } from '@/server/modules/media/schema.ts'
import { uploadPicture } from './upload'

export interface Upload {
  key: number
  name: string
  /** From 0 to 1. Undefined: queued. */
  done: number | undefined
  problem?: string
}

/** Uploads files, two at a time, and lists unfinished and failed uploads. */
export function useUploads(onDone: (picture: Picture) => void = () => {}) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  const [limit] = useState(() => pLimit(2))
  const last = useRef(0)
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const dismiss = (key: number) => setUploads((list) => list.filter((one) => one.key !== key))

  async function run(file: File, key: number) {
    try {
      const picture = await limit(() => {
        change(key, { done: 0 })
        return uploadPicture(file, (done) => change(key, { done }))
      })
      await client.invalidateQueries(trpc.media.pathFilter())
      dismiss(key)
      onDone(picture)
    } catch (error) {
      change(key, { problem: errorText(error) })
    }
  }

  function add(files: Iterable<File>) {
    for (const file of files) {
      last.current += 1
      const key = last.current
      setUploads((list) => [...list, { key, name: file.name, done: undefined }])
      void run(file, key)
    }
  }

  return { uploads, add, dismiss }
}
