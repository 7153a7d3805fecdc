import { Activity, type ReactNode } from 'react'

/**
 * Shows its children as they are. When the page arrives, React makes each usable in a step of its own, the first ones first, so a phone
 * answers between them. An absent child must keep its place, or those after it would start over.
 */
export function InParts({ children: [first, ...others] }: { children: readonly ReactNode[] }) {
  return (
    <>
      {first}
      {others.length > 0 ? (
        <Activity>
          <InParts>{others}</InParts>
        </Activity>
      ) : null}
    </>
  )
}
