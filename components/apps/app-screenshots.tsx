import type { Screenshot } from '@/server/modules/apps/screenshot-schema.ts'
import { screenshotUrl } from '@/server/modules/apps/screenshot-schema.ts'

interface AppScreenshotsProps {
  app_id: number
  screenshots: readonly Screenshot[]
  as: 'h2' | 'h4'
}

/** A scrollable, keyboard-accessible row of screenshots, each of which opens in full size. */
export function AppScreenshots({ app_id, screenshots, as: Heading }: AppScreenshotsProps) {
  if (screenshots.length === 0) return null
  return (
    <section className="grid min-w-0 gap-3">
      <Heading className="sr-only">Screenshots</Heading>
      <ul className="-mx-1 flex snap-x gap-4 overflow-x-auto px-1 pt-1 pb-3">
        {screenshots.map((screenshot) => (
          <li key={screenshot.key} className="max-w-[85%] shrink-0 snap-start">
            <a
              href={screenshotUrl(app_id, screenshot)}
              target="_blank"
              rel="noreferrer noopener"
              className="block rounded-xl"
            >
              <ScreenshotImage
                app_id={app_id}
                screenshot={screenshot}
                className="h-auto max-h-52 w-auto max-w-full sm:max-h-72"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ScreenshotImageProps {
  app_id: number
  screenshot: Screenshot
  className: string
}

export const ScreenshotImage = ({ app_id, screenshot, className }: ScreenshotImageProps) => (
  // biome-ignore lint/performance/noImgElement: an image from this server that browsers cache forever
  <img
    src={screenshotUrl(app_id, screenshot)}
    alt={screenshot.alt}
    width={screenshot.width}
    height={screenshot.height}
    loading="lazy"
    className={`rounded-xl border border-border bg-muted ${className}`}
  />
)
