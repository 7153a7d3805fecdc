import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import type { ExternalToast, toast as Shown } from 'sonner'

/** Duration of a toast that stays until it is closed. */
export const UNTIL_CLOSED = Number.POSITIVE_INFINITY

type Task = (toasts: typeof Shown) => unknown

let toasts: typeof Shown | undefined
const waiting: Task[] = []
let loading = 0

/** Queues toasts that are requested before their library is loaded. */
function withToasts(task: Task): void {
  if (toasts) task(toasts)
  else waiting.push(task)
}

function ready(loaded: typeof Shown): void {
  toasts = loaded
  for (const task of waiting.splice(0)) task(loaded)
}

const show = (kind: 'success' | 'error' | 'info' | 'warning') => (text: string, options?: ExternalToast) =>
  withToasts((shown) => shown[kind](text, options))

export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  /** Shows a toast until it is dismissed. Returns its ID. */
  loading: (text: string): string => {
    const id = `loading-${++loading}`
    withToasts((shown) => shown.loading(text, { id }))
    return id
  },
  dismiss: (id: string) => withToasts((shown) => shown.dismiss(id)),
}

const Toasts = dynamic(() => import('@/components/ui/toasts').then((own) => own.Toasts), { ssr: false })

/** Loads the toast library after the page, but before the first toast, because screen readers only announce changes in existing regions. */
export function Toaster() {
  const [is_loaded, setLoaded] = useState(false)
  useEffect(() => setLoaded(true), [])
  return is_loaded ? <Toasts onReady={ready} /> : null
}
