import { Blocks } from '@/components/generated/icons'

/** The app’s logo or a placeholder. Decorative, because the name is shown beside it. */
export function PluginLogo({ src }: { src: string | null }) {
  if (!src) return <Blocks aria-hidden className="size-5 shrink-0 text-muted-foreground" />
  // biome-ignore lint/performance/noImgElement: a small image from this server needs no optimization.
  return <img src={src} alt="" width={20} height={20} className="size-5 shrink-0 rounded-sm object-contain" />
}
