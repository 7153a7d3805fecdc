'use client'

import dynamic from 'next/dynamic'
import { type ComponentType, createElement, useState } from 'react'

/**
 * A dialog or the like that is loaded when it is first shown, so it is no part of a page's first load: when it is rendered, or, for
 * one with `open`, when it is first open. It stays after that, to close with its animation.
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
