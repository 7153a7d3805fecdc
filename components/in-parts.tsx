import { Activity, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Renders its children unchanged. React hydrates each in a step of its own, the first ones first, so a phone can respond between them. An
 * absent child must keep its place, or the following ones would be remounted.
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
  // React runs all layout effects before other effects, so each part registers the next one before reporting its own hydration.
  useLayoutEffect(() => {
    expectedParts.add(part)
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

/** Parts of the open page that are not hydrated yet. */
const expectedParts = new Set<symbol>()
const waiting: (() => void)[] = []

function arrive(part: symbol) {
  expectedParts.delete(part)
  if (expectedParts.size === 0) for (const go of waiting.splice(0)) go()
}

/**
 * Resolves when every part of the page is hydrated. Until then query results must stay as rendered by the server. Otherwise a part hydrated
 * later would not match the server's HTML, and React would render the page again.
 */
export const untilWhole = (): Promise<void> =>
  expectedParts.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
