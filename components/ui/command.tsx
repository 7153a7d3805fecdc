import { type ComponentType, createElement, useEffect, useState } from 'react'

// A searchable list in a popover, loaded when one is first opened.

type Parts = typeof import('@/components/ui/command-parts')

let loadedParts: Parts | undefined

/** Loads the parts once. Loading them before they are shown makes them appear together, so no input is lost. */
export async function loadCommand(): Promise<Parts> {
  loadedParts ??= await import('@/components/ui/command-parts')
  return loadedParts
}

export const Command = part((parts) => parts.Command)
export const CommandInput = part((parts) => parts.CommandInput)
export const CommandList = part((parts) => parts.CommandList)
export const CommandEmpty = part((parts) => parts.CommandEmpty)
export const CommandGroup = part((parts) => parts.CommandGroup)
export const CommandItem = part((parts) => parts.CommandItem)

function part<Props extends object>(choose: (parts: Parts) => ComponentType<Props>): ComponentType<Props> {
  return (props) => {
    const [parts, setParts] = useState(loadedParts)
    useEffect(() => {
      if (!parts) void loadCommand().then(setParts)
    }, [parts])
    return parts ? createElement(choose(parts), props) : null
  }
}
