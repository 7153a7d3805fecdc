import { moved } from '@/components/list/use-reorder'
import type { LandingPage, Section } from '@/server/lib/page/landing/document.ts'

// Changes of a page. Each returns a new page that stays valid: section IDs are unique, and the footer is last.

const withSections = (page: LandingPage, sections: readonly Section[]): LandingPage => ({
  ...page,
  sections: [
    ...sections.filter(({ kind }) => kind !== 'footer'),
    ...sections.filter(({ kind }) => kind === 'footer').slice(0, 1),
  ],
})

/** Returns an ID that no section of the page has. */
export function freeId({ sections }: LandingPage): string {
  const taken = new Set(sections.map(({ id }) => id))
  for (let at = sections.length + 1; ; at++) if (!taken.has(`s${at}`)) return `s${at}`
}

export const changeSection = (page: LandingPage, changed: Section): LandingPage =>
  withSections(
    page,
    page.sections.map((section) => (section.id === changed.id ? changed : section)),
  )

/** Adds a section after another, or at the end. */
export function addSection(page: LandingPage, section: Section, after?: string): LandingPage {
  const at = page.sections.findIndex(({ id }) => id === after)
  const place = at < 0 ? page.sections.length : at + 1
  return withSections(page, [...page.sections.slice(0, place), section, ...page.sections.slice(place)])
}

export const removeSection = (page: LandingPage, id: string): LandingPage =>
  withSections(
    page,
    page.sections.filter((section) => section.id !== id),
  )

/** Restores a removed section in its place, whatever has changed since. Does nothing if the page has it. */
export function restoreSection(page: LandingPage, section: Section, place: number): LandingPage {
  const { sections } = page
  const is_there = sections.some(
    ({ id, kind }) => id === section.id || (kind === 'footer' && section.kind === 'footer'),
  )
  return is_there ? page : withSections(page, [...sections.slice(0, place), section, ...sections.slice(place)])
}

export const orderSections = (page: LandingPage, ids: readonly string[]): LandingPage =>
  withSections(
    page,
    ids.flatMap((id) => page.sections.filter((section) => section.id === id)),
  )

export const moveSection = (page: LandingPage, id: string, place: number): LandingPage =>
  orderSections(
    page,
    moved(
      page.sections.map((section) => section.id),
      id,
      place,
    ),
  )

/** A page with its undo and redo history. */
export interface Edits {
  past: readonly LandingPage[]
  page: LandingPage
  future: readonly LandingPage[]
  /** Subject of the last change. More changes to it join its undo step. */
  about: string | undefined
}

const MAX_STEPS = 100

export function edited({ past, page, about }: Edits, next: LandingPage, is_about?: string): Edits {
  const is_same_step = is_about !== undefined && is_about === about
  return { past: is_same_step ? past : [...past, page].slice(-MAX_STEPS), page: next, future: [], about: is_about }
}

export function undone({ past, page, future }: Edits): Edits {
  const before = past.at(-1)
  return before
    ? { past: past.slice(0, -1), page: before, future: [page, ...future], about: undefined }
    : { past, page, future, about: undefined }
}

export function redone({ past, page, future }: Edits): Edits {
  const [next, ...rest] = future
  return next
    ? { past: [...past, page], page: next, future: rest, about: undefined }
    : { past, page, future, about: undefined }
}
