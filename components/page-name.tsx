'use client'

import { type ReactNode, useLayoutEffect, useRef } from 'react'

const SEPARATOR = ' · '
const MAX_CHARACTERS = 120

let name = ''
const listeners = new Set<() => void>()

function setName(next: string) {
  if (name === next) return
  name = next
  // Without a name, wait for the next page's title.
  if (name) for (const listener of listeners) listener()
}

/** Calls the listener with each new name. Returns a function that unsubscribes it. */
export function onPageName(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns a page's title with the name of its record, unless the title already contains it. */
export const titleOf = (page: string): string =>
  !name || page.split(SEPARATOR)[0] === name ? page : `${name}${SEPARATOR}${page}`

/** Adds the name of the page's record to its title. */
export function PageName({ name: shown }: { name: string }) {
  useLayoutEffect(() => setName(inTitle(shown)), [shown])
  useLayoutEffect(() => () => setName(''), [])
  return null
}

interface NamingHeadingProps {
  className: string
  children: ReactNode
}

/** A heading that also names the page's record in its title, with placeholders as text. */
export function NamingHeading(props: NamingHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => setName(inTitle(heading.current?.textContent ?? '')))
  useLayoutEffect(() => () => setName(''), [])
  return <h1 ref={heading} dir="auto" {...props} />
}

function inTitle(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}
