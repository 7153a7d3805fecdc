import { expect, test } from 'vitest'
import { env } from '../../../env.ts'
import { noteEnvironment } from '../../../lib/environment.ts'
import { listEnvironment } from './environment.ts'

test('settings of the environment are listed with their source, and secrets without their value', () => {
  const names = { PORT: '3000', SMTP_URL: 'smtps://nora:hidden@mail.example' }
  noteEnvironment(names)
  // A .env file is loaded into the same object.
  noteEnvironment({ ...names, BACKUP_HOUR: '4' })
  const { SMTP_URL } = env()
  env().SMTP_URL = names.SMTP_URL
  const settings = listEnvironment()
  env().SMTP_URL = SMTP_URL
  const found = (name: string) => settings.find((setting) => setting.name === name)
  expect(found('PORT')).toMatchObject({ value: String(env().PORT), source: 'environment', is_secret: false })
  expect(found('BACKUP_HOUR')).toMatchObject({ value: '3', source: '.env file' })
  expect(found('BACKUP_KEEP')).toMatchObject({ value: '7', source: 'default' })
  expect(found('SMTP_URL')).toMatchObject({ value: 'set', source: 'environment', is_secret: true })
  expect(found('BACKUP_PASSPHRASE')).toMatchObject({ value: null, source: 'default', is_secret: true })
  expect(JSON.stringify(settings)).not.toContain('hidden')
  for (const { name, description } of settings) expect(description, name).not.toBe('')
})
