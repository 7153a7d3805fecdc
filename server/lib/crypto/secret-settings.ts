import { readFileSync } from 'node:fs'
import { SettingError } from './secret-file.ts'

/** Secrets are short, and a file that is not a secret must not fill the memory. */
const MAX_BYTES = 65_536

/**
 * Returns the settings with each `NAME_FILE` replaced by `NAME` and the trimmed content of that file, as Docker and systemd pass secrets. Throws
 * SettingError if a file cannot be read or is empty, if both settings are set, or if the setting is not a secret.
 */
export function withSecretFiles(
  given: Record<string, string | undefined>,
  names: readonly string[],
  isSecret: (name: string) => boolean,
): Record<string, string | undefined> {
  const settings = { ...given }
  for (const name of names) {
    const file = settings[`${name}_FILE`]
    if (file === undefined) continue
    if (!isSecret(name))
      throw new SettingError(`${name}_FILE is not a setting: only secrets are read from files. Set ${name} itself.`)
    if (settings[name] !== undefined) throw new SettingError(`${name} and ${name}_FILE are both set: remove one.`)
    settings[name] = contentOf(`${name}_FILE`, file)
  }
  return settings
}

function contentOf(name: string, file: string): string {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(`${name} names a file that cannot be read (${code}): it is "${file}".`)
  }
  if (content.length > MAX_BYTES) throw new SettingError(`${name} names a file of more than 64 KB: it is "${file}".`)
  if (content.trim() === '') throw new SettingError(`${name} names an empty file: it is "${file}".`)
  return content.trim()
}
