const KEY = Symbol.for('envoi.process-singletons')
const holder = globalThis as typeof globalThis & { [KEY]?: Map<string, unknown> }

/**
 * Returns the only value with that name in this process; `make` creates it on the first call. The custom server and Next's bundle load the same
 * modules separately, so a module's variable exists twice in a process; globalThis exists once.
 */
export function processSingleton<Value>(name: string, make: () => Value): Value {
  holder[KEY] ??= new Map()
  const values = holder[KEY]
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as Value
}
