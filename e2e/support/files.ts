import { expect, type Locator } from '@playwright/test'

/** A file as browsers represent it. */
export interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Chooses files in an input. Waits for hydration, because files chosen in the server-rendered input would be lost. */
export async function chooseFiles(input: Locator, files: File | File[]): Promise<void> {
  await expect
    .poll(() => input.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
  await input.setInputFiles(files)
}

/** Drops files on an element. Waits for hydration, because only the page's scripts handle drops. */
export async function dropFiles(where: Locator, files: readonly File[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') }))
  const drop = () =>
    where.evaluate((element, dropped) => {
      const dataTransfer = new DataTransfer()
      for (const { name, type, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        dataTransfer.items.add(new window.File([bytes], name, { type }))
      }
      // A text accepts drops at a position inside it.
      const { left, top, width, height } = element.getBoundingClientRect()
      const [clientX, clientY] = [left + width / 2, top + height / 2]
      const init = { dataTransfer, clientX, clientY, bubbles: true, cancelable: true }
      // The browser opens a dropped file unless the page handles the drop.
      return !element.dispatchEvent(new DragEvent('drop', init))
    }, given)
  await where.scrollIntoViewIfNeeded()
  await expect.poll(drop).toBe(true)
}
