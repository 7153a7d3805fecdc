'use client'

import { Activity, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Shows its children as they are. When the page arrives, React makes each usable in a step of its own, the first ones first, so a phone
 * answers between them. An absent child must keep its place, or those after it would start over.
 */
export function InParts({ children: [first, ...others] }: { children: readonly ReactNode[] }) {
  return (
    <>
      {first}
      {others.length > 0 ? (
        <Later>
          <InParts>{others}</InParts>
        </Later>
      ) : null}
    </>
  )
}

function Later({ children }: { children: ReactNode }) {
  const [part] = useState(() => Symbol('part'))
  // React runs all layout effects before any other effect: a part expects the next one before it says that it is usable itself.
  useLayoutEffect(() => {
    expected.add(part)
    return () => arrive(part)
  }, [part])
  return (
    <Activity>
      {children}
      <Arrival part={part} />
    </Activity>
  )
}

function Arrival({ part }: { part: symbol }) {
  useEffect(() => arrive(part), [part])
  return null
}

/** Parts of the open page that React has not made usable yet. */
const expected = new Set<symbol>()
const waiting: (() => void)[] = []

function arrive(part: symbol) {
  expected.delete(part)
  if (expected.size === 0) for (const go of waiting.splice(0)) go()
}

/**
 * Resolves when every part of the page is usable. Until then the answers to queries stay as they were on the server: a part that React
 * takes over later would differ from the server's HTML, and React would render the page again.
 */
export const untilWhole = (): Promise<void> =>
  expected.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
