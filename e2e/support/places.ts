import { expect, type Locator } from '@playwright/test'

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Returns a control's position once it is stable: the canvas moves into view after it is drawn, and loading images take up space. */
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
