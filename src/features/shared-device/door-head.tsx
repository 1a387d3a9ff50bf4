import { useEffect, useRef } from 'react'
import { Head } from '../../ui/head.tsx'

interface DoorHeadProps {
  /** The door is a page of its own, and no list above another one. */
  isPage: boolean
  title: string
  where: string | undefined
}

export function DoorHead({ isPage, title, where }: DoorHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus()
  }, [title])
  if (isPage) return <Head title={title}>{where && <p className="where">{where}</p>}</Head>
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  )
}
