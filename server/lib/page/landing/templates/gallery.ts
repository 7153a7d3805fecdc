import { book } from './book.ts'
import { coaching } from './coaching.ts'
import { course } from './course.ts'
import { ebook } from './ebook.ts'
import { local } from './local.ts'
import { newsletter } from './newsletter.ts'
import { podcast } from './podcast.ts'
import { profile } from './profile.ts'
import { shop } from './shop.ts'
import type { LandingTemplate } from './template.ts'
import { webinar } from './webinar.ts'

/** Templates to start a landing page from, in the order of the gallery. */
export const LANDING_TEMPLATES: readonly LandingTemplate[] = [
  newsletter,
  ebook,
  course,
  profile,
  podcast,
  webinar,
  book,
  coaching,
  shop,
  local,
]

export const findTemplate = (name: string): LandingTemplate | undefined =>
  LANDING_TEMPLATES.find((template) => template.name === name)
