import { type ComponentType, createContext, useContext, useEffect } from 'react'

/** Called when the screen answers: the part of a page that React takes over last. */
export const Answers = createContext<(() => void) | undefined>(undefined)

function Answering() {
  const answers = useContext(Answers)
  useEffect(() => answers?.(), [answers])
  return null
}

/** A route's screen that says when it answers. */
export const answering =
  <P extends object>(Screen: ComponentType<P>) =>
  (props: P) => (
    <>
      <Screen {...props} />
      <Answering />
    </>
  )
