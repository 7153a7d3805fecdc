import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test.each(['--help', '-h'])('npm start -- %s says what it does, and starts nothing', (option) => {
  const script = path.join(import.meta.dirname, 'start.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script, option], { encoding: 'utf8' })
  expect([status, stdout.split('\n')[0]]).toEqual([0, 'npm start -- [--no-demo]'])
})
