import { expect, test } from 'vitest'
import { memorySettings } from './memory-settings.ts'

const MB = 2 ** 20

test('PostgreSQL uses little memory on a small server', () => {
  expect(memorySettings(1_024 * MB, { throwaway: false })).toEqual([
    'shared_buffers=128MB',
    'effective_cache_size=512MB',
    'work_mem=8MB',
    'maintenance_work_mem=64MB',
  ])
  expect(memorySettings(64_000 * MB, { throwaway: false })).toEqual([
    'shared_buffers=2048MB',
    'effective_cache_size=32000MB',
    'work_mem=16MB',
    'maintenance_work_mem=256MB',
  ])
  expect(memorySettings(64_000 * MB, { throwaway: true })[0]).toBe('shared_buffers=128MB')
})
