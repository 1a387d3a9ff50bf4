import { type ComponentType, createContext, useContext, useEffect } from 'react'

/** Called when the screen answers: the last part of a page that React takes over, each in a boundary of its own. */
export const Answers = createContext<() => void>(() => {})

function Answering() {
  const answers = useContext(Answers)
  useEffect(answers, [answers])
  return null
}

/** A route's screen that says when it answers. */
export const answering = (Screen: ComponentType) => () => (
  <>
    <Screen />
    <Answering />
  </>
)
