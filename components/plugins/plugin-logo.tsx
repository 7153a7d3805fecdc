import { Blocks } from 'lucide-react'

/** The app's logo, small; a sign of ours when it has none. Decoration: the name stands beside it. */
export function PluginLogo({ src }: { src: string | null }) {
  if (!src) return <Blocks aria-hidden className="size-5 shrink-0 text-muted-foreground" />
  // biome-ignore lint/performance/noImgElement: a tiny picture of our own origin gains nothing from an optimiser.
  return <img src={src} alt="" width={20} height={20} className="size-5 shrink-0 rounded-sm object-contain" />
}
