import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { bundleReact } from './support/react-page.ts'

/** A dialog with a query whose result `answer()` replaces. */
const RENAMING = `
  import { useState } from 'react'
  import { useStoredForm } from '${fileURLToPath(new URL('../components/stored-form.ts', import.meta.url))}'
  export function Renaming() {
    const [values, setValues] = useState({ name: 'Old', note: 'First' })
    Object.assign(window, { answer: setValues })
    const { register } = useStoredForm({ values })
    return <><input aria-label="Name" {...register('name')} /><input aria-label="Note" {...register('note')} /></>
  }`

test('a form keeps typed text when the page loads newer values, and updates the other fields', async ({ page }) => {
  await page.setContent('<main></main>')
  await page.addScriptTag({ content: await bundleReact(RENAMING, 'Renaming') })
  const [name, note] = [page.getByLabel('Name'), page.getByLabel('Note')]
  await name.fill('Mine')
  await page.evaluate(`answer({ name: 'Theirs', note: 'Second' })`)
  await expect(note).toHaveValue('Second')
  await expect(name).toHaveValue('Mine')
})
