import { expect, type Locator } from '@playwright/test'

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Where a control is on the screen, once it stays there: a drawing is moved into view after it is drawn, and images make room as they arrive. */
export async function restingPlace(control: Locator): Promise<Place> {
  const seen: { place: Place | null } = { place: null }
  await expect
    .poll(async () => {
      const before = JSON.stringify(seen.place)
      seen.place = await control.boundingBox()
      return seen.place !== null && JSON.stringify(seen.place) === before
    })
    .toBe(true)
  if (!seen.place) throw new Error(`${control} is not shown`)
  return seen.place
}
