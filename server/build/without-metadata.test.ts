import { expect, test } from 'vitest'
import { hasMetadata, withoutMetadata } from './without-metadata.ts'

test('only the metadata of schemas for the OpenAPI document is removed from a script', () => {
  const source =
    'let a=z.object({id:z.int().meta({format:"int64",description:"Never \\")reused\\"."}).min(1),name:z.string()}).meta({id:"Tag"}),b=import.meta.url,c=a.meta(),d=".meta({";'
  const cleaned = withoutMetadata(source)
  expect(cleaned).toBe('let a=z.object({id:z.int().min(1),name:z.string()}),b=import.meta.url,c=a.meta(),d=".meta({";')
  expect(hasMetadata(cleaned.replace('".meta({"', '""'))).toBe(false)
})
