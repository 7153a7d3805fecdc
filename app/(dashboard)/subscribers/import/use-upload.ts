'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { NewImport, PIECE_BYTES } from '@/server/modules/imports/schema.ts'

export interface Upload {
  file: File
  sent_bytes: number
  /** Everything has arrived; the service looks at it. */
  is_reading: boolean
}

const ATTEMPTS = 4

/** Sends a file in pieces, each again when the connection fails, and leads to the import's own page. */
export function useUpload() {
  const trpc = useTRPC()
  const router = useRouter()
  const create = useMutation(trpc.imports.create.mutationOptions())
  const analyse = useMutation(trpc.imports.analyse.mutationOptions())
  const remove = useMutation(trpc.imports.remove.mutationOptions())
  const [upload, setUpload] = useState<Upload>()
  const [problem, setProblem] = useState<string>()
  const abort = useRef<AbortController>(undefined)

  async function start(file: File) {
    const announced = NewImport.safeParse({ filename: file.name, byte_size: file.size })
    if (!announced.success) {
      setProblem(announced.error.issues[0]?.message)
      return
    }
    abort.current = new AbortController()
    setProblem(undefined)
    setUpload({ file, sent_bytes: 0, is_reading: false })
    let id: number | undefined
    try {
      const begun = await create.mutateAsync({ ...announced.data, fingerprint: await fingerprintOf(file) })
      id = begun.id
      for (let offset = begun.received_bytes; offset < file.size; ) {
        offset = await sendPiece({ id, file, offset, signal: abort.current.signal })
        setUpload({ file, sent_bytes: offset, is_reading: offset >= file.size })
      }
      await analyse.mutateAsync({ id })
      router.push(`/subscribers/import/${id}`)
    } catch (error) {
      setUpload(undefined)
      // What broke off is found again when the same file is chosen; what was cancelled is not wanted.
      if (id !== undefined && abort.current.signal.aborted) remove.mutate({ id })
      if (!abort.current.signal.aborted) {
        setProblem(error instanceof Error ? error.message : 'The file could not be sent. Try again.')
      }
    }
  }

  return { upload, problem, start, cancel: () => abort.current?.abort() }
}

/** Says which content the file has, a piece at a time. Undefined where the browser does not compute it (no HTTPS). */
async function fingerprintOf(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const hashes: ArrayBuffer[] = []
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    hashes.push(await crypto.subtle.digest('SHA-256', await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
  }
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(hashes).arrayBuffer()))
  return [...whole].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The byte at which the next piece begins, as the service says. */
async function sendPiece({
  id,
  file,
  offset,
  signal,
}: {
  id: number
  file: File
  offset: number
  signal: AbortSignal
}): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`/api/imports/${id}/chunks?offset=${offset}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file.slice(offset, offset + PIECE_BYTES),
      signal,
    }).catch((error: unknown) => {
      if (signal.aborted) throw error
      return undefined
    })
    if (response?.ok) return ((await response.json()) as { received_bytes: number }).received_bytes
    if (response && response.status < 500) throw new Error(await refusalOf(response))
    if (attempt === ATTEMPTS)
      throw new Error('The connection broke off. Choose the file again: it goes on where it stopped.')
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt))
  }
}

async function refusalOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { errors?: string[] } | null
  return body?.errors?.join('. ') ?? 'The file could not be sent. Try again.'
}
