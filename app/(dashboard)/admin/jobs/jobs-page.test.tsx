import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OnInngest } from './jobs-page'

const textFor = (wait_seconds: number) => renderToStaticMarkup(<OnInngest url={null} wait_seconds={wait_seconds} />)

test('the page of jobs shows how long no job has run on Inngest, and when none is late', () => {
  expect(textFor(120)).toContain('Jobs run on Inngest')
  expect(textFor(7_200)).toContain('No job has run for 2 h')
  expect(textFor(7_200)).toContain('Inngest cannot be reached, or no process with jobs is connected to it.')
})
