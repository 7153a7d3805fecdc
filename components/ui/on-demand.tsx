import dynamic from 'next/dynamic'
import { type ComponentType, createElement, useState } from 'react'

/**
 * Loads a dialog or similar component when it is first shown, which keeps it out of a page's first load: when it is rendered or, if it has
 * `open`, when it first opens. It stays mounted for its closing animation.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = dynamic(load, { ssr: false })
  return (props) => {
    const is_shown = !('open' in props) || props.open === true
    const [was_shown, setWasShown] = useState(is_shown)
    if (is_shown && !was_shown) setWasShown(true)
    return was_shown ? createElement(loaded, props) : null
  }
}
