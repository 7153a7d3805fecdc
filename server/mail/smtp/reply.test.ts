import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { SendStage } from '../transport.ts'
import { classifySmtpReply } from './reply.ts'

const corpus = readFileSync(new URL('./replies.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, expected = '', stage = '', response = ''] = /^(\w+)\s+(\w+)\s+(\S.*)$/.exec(line) ?? []
    return { expected, stage: stage as SendStage, response }
  })

test('the corpus has at least 150 replies, each once', () => {
  expect(new Set(corpus.map(({ stage, response }) => `${stage} ${response}`)).size).toBe(corpus.length)
  expect(corpus.length).toBeGreaterThanOrEqual(150)
})

const envelope = { from: 'hi@studio.example', to: 'lin@example.net' }

test.each(corpus)('$expected: $response', ({ expected, stage, response }) => {
  expect(classifySmtpReply({ stage, code: Number(response.slice(0, 3)), response, envelope })).toBe(expected)
})
