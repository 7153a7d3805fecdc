// Runs npm where possibly no one watches the terminal: prints a line every few seconds, and advice after a failure.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { announce } from './announce.mjs'

const LINE_EVERY_MS = 5_000

/**
 * Runs npm in a folder and returns when it has finished. `progress` returns the line to print, which is omitted if it is the same as before.
 * Throws an InstallFailure.
 */
export async function npm(folder, args, progress = () => '') {
  const own = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [command, ...rest] = [...own, ...args, '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(command, rest, {
    cwd: folder,
    env: { ...process.env, npm_config_ignore_scripts: 'false' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  let printed = ''
  const timer = setInterval(() => {
    const line = progress()
    if (line !== printed) announce(line)
    printed = line
  }, LINE_EVERY_MS)
  const { code, error } = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }))
    child.on('close', (code) => resolve({ code }))
  })
  clearInterval(timer)
  for (const line of output.split('\n')) if (line.trim()) announce(line)
  if (error) throw new InstallFailure(`npm cannot be run: ${error.message}. It comes with Node: https://nodejs.org.`)
  if (code !== 0) throw new InstallFailure(adviceOn(output, code, folder))
}

/** A failed install, whose message says what to do. */
export class InstallFailure extends Error {}

const KINDS = [
  {
    codes: /CERT|UNABLE_TO_(?:VERIFY|GET|DECRYPT|DECODE)/,
    advice: () =>
      'The npm registry cannot be reached: this machine does not trust its certificate. If a proxy of your network makes certificates of its own, save the certificate of its authority to a file, and set NODE_EXTRA_CA_CERTS=<file> in the environment.',
  },
  {
    codes: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT/,
    advice: () =>
      'The npm registry cannot be reached. Check the network of this machine. A proxy or a mirror is set with "npm config set proxy <address>" or "npm config set registry <address>".',
  },
  {
    codes: /E5\d\d|E429/,
    advice: () => 'The npm registry is overloaded or down. Wait some minutes.',
  },
  {
    codes: /E401|E403|ENEEDAUTH/,
    advice: () =>
      'The npm registry refuses to give packages without credentials. Give npm yours, or set another registry with "npm config set registry <address>".',
  },
  {
    codes: /EMFILE|ENFILE/,
    advice: () => 'This user may not open more files. Allow more, for example with "ulimit -n 4096".',
  },
  {
    codes: /ENOSPC|EDQUOT/,
    advice: (folder) => `The disk of ${folder} is full. Packages need 1 GB there: make room.`,
  },
  {
    codes: /EBADENGINE|ENOTSUP|does not support Node\.js|SyntaxError/,
    advice: () =>
      `This npm and Node ${process.versions.node} do not work together. Install the current version of Node, which brings its npm, from https://nodejs.org.`,
  },
  {
    codes: /EACCES|EPERM|EROFS/,
    advice: (folder) =>
      `This user may not write to ${path.join(folder, 'node_modules')}. Run the command as the owner of the folder.`,
  },
  {
    codes: /EUSAGE/,
    advice: () =>
      'package-lock.json does not belong to package.json. Undo changes of both, or run "npm install" after one of yours.',
  },
  {
    codes: /EINTEGRITY|ETARGET|E404/,
    advice: () =>
      'The registry has other packages than package-lock.json names. If it is a mirror, let it fetch them from the public registry.',
  },
]

/** Returns advice about a failed npm, by its code or, without one, by its output. */
export function adviceOn(output, exit_code, folder) {
  const [, code = ''] = /npm (?:error|ERR!) code (\S+)/.exec(output) ?? []
  const kind = KINDS.find(({ codes }) => codes.test(code)) ?? KINDS.find(({ codes }) => codes.test(output))
  if (kind) return `${kind.advice(folder)} Then run this command again.`
  if (exit_code === null)
    return 'npm was stopped before it was done. Without a reason of yours, the machine has run out of memory: it needs 1 GB. Run this command again.'
  return 'npm has failed, see above. Run this command again; if it fails again, delete node_modules first.'
}
