import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page, because the browser would open a file dropped outside the drop zone. Returns whether files
 * are being dragged over the page.
 */
export function usePageDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const end = new AbortController()
    const listen = (type: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      window.addEventListener(type, (event) => hasFiles(event) && hear(event), { signal: end.signal })
    listen('dragover', (event) => {
      event.preventDefault()
      setIsOver(true)
    })
    // Otherwise the pointer moved between elements without leaving the page.
    listen('dragleave', (event) => event.relatedTarget === null && setIsOver(false))
    listen('drop', (event) => {
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer?.files.length) take(event.dataTransfer.files)
    })
    return () => end.abort()
  }, [])
  return isOver
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
