import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Reports in the formats of known servers, with invented addresses and hosts. `{{verp}}` is the message's return path; `{{original}}` and
// `{{headers}}` are the returned message, complete or only its headers.

const FOLDER = path.join(import.meta.dirname, '../../mail/reports/corpus')
const VERP = 'b-aeba2eqcaebagbqhbaeqsci2dmoq4pzuei6z3xjuhu4q@bounce.studio.example'
const HEADERS = `Return-Path: <${VERP}>
Received: from mail.studio.example (mail.studio.example [192.0.2.1]) by mx.example.net; Sun, 22 Nov 2026 09:00:00 +0000
Message-ID: <1.2.3@studio.example>
Date: Sun, 22 Nov 2026 09:00:00 +0000
From: "Studio" <news@studio.example>
To: <lin@example.net>
Subject: News for Lin
List-Unsubscribe: <https://studio.example/u/AbCdEf>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
MIME-Version: 1.0`
const BODY = `Content-Type: text/plain

Hello Lin, user unknown is not what this says. 550 neither.`

export interface ReportFixture {
  name: string
  /** Format, and each recipient's kind, status and address. */
  expected: string
  raw: string
  bytes: Buffer
}

export const reportFixtures: ReportFixture[] = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(path.join(FOLDER, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((entry) => {
      const [name = '', expect = '', ...lines] = entry.split('\n')
      const raw = lines.join('\n')
      return { name, expected: expect.replace('expect: ', ''), raw, bytes: reportBytes(raw, VERP) }
    }),
)

/** Returns a fixture's bytes, as a report about the message with this return path. */
export function reportBytes(raw: string, return_path: string): Buffer {
  const headers = HEADERS.replaceAll(VERP, return_path)
  const text = raw
    .replaceAll('{{original}}', `${headers}\n${BODY}`)
    .replaceAll('{{headers}}', headers)
    .replaceAll('{{verp}}', return_path)
  return Buffer.from(text.replaceAll('\n', '\r\n'))
}
