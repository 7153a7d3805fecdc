import { processSingleton } from './concurrency/process-singleton.ts'

type Variables = Record<string, string | undefined>

const noted = processSingleton<{ variables?: Variables; names?: ReadonlySet<string> }>('environment', () => ({}))

/** Remembers the variables that the process was started with, before a .env file adds others to the same object. */
export function noteEnvironment(variables: Variables): void {
  noted.variables = variables
  noted.names ??= new Set(Object.keys(variables).filter((name) => variables[name]?.trim()))
}

export function sourceOfVariable(name: string): 'environment' | '.env file' | 'default' {
  if (!noted.variables?.[name]?.trim()) return 'default'
  return noted.names?.has(name) ? 'environment' : '.env file'
}
