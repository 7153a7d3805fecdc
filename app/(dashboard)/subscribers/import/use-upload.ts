import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { errorText, somethingWentWrong } from '@/components/error-text'
import { useTRPC } from '@/components/trpc-provider'
import { toast, UNTIL_CLOSED } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { PIECE_BYTES } from '@/server/modules/imports/values-schema.ts'

export interface Upload {
  file: File
  sent_bytes: number
  /** True if the upload is complete and the server is checking the file. */
  is_reading: boolean
}

const ATTEMPTS = 4

/**
 * Uploads a file in chunks, retries each after a connection error, and opens the import’s page. On other dashboard pages the upload
 * continues and ends with a toast.
 */
export function useUpload() {
  const trpc = useTRPC()
  const router = useRouter()
  const client = useQueryClient()
  const create = useAction(trpc.imports.create)
  const analyze = useAction(trpc.imports.analyze)
  const remove = useAction(trpc.imports.remove)
  const upload = useSyncExternalStore(watch, uploadInHand, none)
  const problem = useSyncExternalStore(watch, lastProblem, none)

  async function start(file: File) {
    const { NewImport } = await import('@/server/modules/imports/schema.ts')
    const input = NewImport.safeParse({ filename: file.name, byte_size: file.size })
    if (!input.success) {
      keep(undefined, input.error.issues[0]?.message)
      return
    }
    const abort = new AbortController()
    keep({ upload: { file, sent_bytes: 0, is_reading: false }, abort })
    let id: number | undefined
    try {
      const begun = await create.run({ ...input.data, fingerprint: await fingerprintOf(file) })
      id = begun.id
      for (let offset = begun.received_bytes; offset < file.size; ) {
        offset = await sendPiece({ id, file, offset, signal: abort.signal })
        keep({ upload: { file, sent_bytes: offset, is_reading: offset >= file.size }, abort })
      }
      await analyze.run({ id })
      arrive({ path: `/subscribers/import/${id}`, filename: file.name })
    } catch (error) {
      // A failed upload continues when the same file is chosen again. A canceled one is deleted.
      if (id !== undefined && abort.signal.aborted) await remove.run({ id }).catch(() => undefined)
      if (abort.signal.aborted) keep(undefined)
      else fail(file, errorText(error))
    } finally {
      void client.invalidateQueries(trpc.imports.pathFilter())
    }
  }

  function arrive({ path, filename }: { path: string; filename: string }) {
    if (isWatched()) {
      // Blocks other choices until the next page has loaded.
      if (inHand) keep({ ...inHand, has_arrived: true })
      router.push(path)
      return
    }
    keep(undefined)
    toast.success(`${filename} uploaded`, {
      duration: UNTIL_CLOSED,
      action: { label: 'Continue', onClick: () => router.push(path) },
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

// One upload per browser tab, whatever page is open. Its result is shown on the import's page.
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

function keep(next: InHand | undefined, error?: string): void {
  inHand = next
  problem = isWatched() ? error : undefined
  if (next && !next.has_arrived) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const watcher of watchers) watcher()
}

/** Asks for a confirmation before a tab with an upload is closed. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Hashes the file chunk by chunk. Undefined if the browser has no crypto API (no HTTPS). */
async function fingerprintOf(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const hashes: ArrayBuffer[] = []
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    hashes.push(await crypto.subtle.digest('SHA-256', await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
  }
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(hashes).arrayBuffer()))
  return [...whole].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the offset of the next chunk, from the server’s response. */
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
    if (attempt === ATTEMPTS) throw new Error('The connection was lost. Choose the file again to continue the upload.')
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt))
  }
}

async function refusalOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { errors?: string[] } | null
  return body?.errors?.join('. ') ?? somethingWentWrong()
}
