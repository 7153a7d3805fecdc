'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { toast, UNTIL_CLOSED } from '@/components/ui/sonner'
import { NewImport, PIECE_BYTES } from '@/server/modules/imports/schema.ts'

export interface Upload {
  file: File
  sent_bytes: number
  /** Everything has arrived; the service looks at it. */
  is_reading: boolean
}

const ATTEMPTS = 4

/**
 * Sends a file in pieces, each again when the connection fails, and leads to the import's own page. It goes on when somebody
 * reads another page meanwhile, and does not take them away from there: they are told when it is done.
 */
export function useUpload() {
  const trpc = useTRPC()
  const router = useRouter()
  const client = useQueryClient()
  const create = useMutation(trpc.imports.create.mutationOptions())
  const analyse = useMutation(trpc.imports.analyse.mutationOptions())
  const remove = useMutation(trpc.imports.remove.mutationOptions())
  const upload = useSyncExternalStore(watch, uploadInHand, none)
  const problem = useSyncExternalStore(watch, lastProblem, none)

  async function start(file: File) {
    const announced = NewImport.safeParse({ filename: file.name, byte_size: file.size })
    if (!announced.success) {
      keep(undefined, announced.error.issues[0]?.message)
      return
    }
    const abort = new AbortController()
    keep({ upload: { file, sent_bytes: 0, is_reading: false }, abort })
    let id: number | undefined
    try {
      const begun = await create.mutateAsync({ ...announced.data, fingerprint: await fingerprintOf(file) })
      id = begun.id
      for (let offset = begun.received_bytes; offset < file.size; ) {
        offset = await sendPiece({ id, file, offset, signal: abort.signal })
        keep({ upload: { file, sent_bytes: offset, is_reading: offset >= file.size }, abort })
      }
      await analyse.mutateAsync({ id })
      arrive({ path: `/subscribers/import/${id}`, filename: file.name })
    } catch (error) {
      // What broke off is found again when the same file is chosen; what was cancelled is not wanted.
      if (id !== undefined && abort.signal.aborted) await remove.mutateAsync({ id }).catch(() => undefined)
      if (abort.signal.aborted) keep(undefined)
      else fail(file, error instanceof Error ? error.message : 'The file could not be sent. Try again.')
    } finally {
      void client.invalidateQueries(trpc.imports.pathFilter())
    }
  }

  function arrive({ path, filename }: { path: string; filename: string }) {
    if (isWatched()) {
      // The way to the next page takes a moment: until then nothing else can be chosen.
      if (inHand) keep({ ...inHand, has_arrived: true })
      router.push(path)
      return
    }
    keep(undefined)
    toast.success(`${filename} is uploaded`, {
      duration: UNTIL_CLOSED,
      action: { label: 'Go on', onClick: () => router.push(path) },
    })
  }

  function fail(file: File, message: string) {
    keep(undefined, message)
    if (!isWatched()) toast.error(`${file.name} was not uploaded`, { description: message })
  }

  return {
    upload,
    problem,
    start,
    refuse: (message: string) => keep(undefined, message),
    cancel: () => inHand?.abort.abort(),
  }
}

interface InHand {
  upload: Upload
  abort: AbortController
  has_arrived?: boolean
}

// One upload at a time and browser tab, whatever page is shown; what became of the last one is told where it can be seen.
let inHand: InHand | undefined
let problem: string | undefined
const watchers = new Set<() => void>()

const uploadInHand = () => inHand?.upload
const lastProblem = () => problem
const none = () => undefined
const isWatched = () => watchers.size > 0

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (isWatched()) return
    problem = undefined
    if (inHand?.has_arrived) inHand = undefined
  }
}

function keep(next: InHand | undefined, trouble?: string): void {
  inHand = next
  problem = isWatched() ? trouble : undefined
  if (next && !next.has_arrived) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const watcher of watchers) watcher()
}

/** The browser asks before it closes a tab that is sending, whatever page it shows. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

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
