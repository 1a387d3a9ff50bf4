/**
 * Paths in a square of 24 with a stroke of 2.2, in the colour of the text beside them (icons.css).
 */
const paths = {
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  send: 'M12 20V5m-6 6 6-6 6 6',
  kept: 'M6 3h12v18H6zM9.5 12l2 2 3.5-4',
  alert: 'M12 8v5m0 3.5v.1M12 3 2.5 20h19z',
  offline:
    'M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 5-2.7M14.5 9.4A10 10 0 0 1 19 12M12 19h.1',
  online: 'M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 14 0M12 19h.1',
  camera: 'M3 8h4l2-3h6l2 3h4v12H3zM12 10a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4z',
  image: 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6',
  forward: 'm9 5 7 7-7 7',
  cross: 'M6 6l12 12M18 6 6 18',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  turnLeft: 'M4 4v5h5M4.6 9a8 8 0 1 1-.6 5',
  turnRight: 'M20 4v5h-5M19.4 9a8 8 0 1 0 .6 5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  share: 'M12 15V4m-4 3.5L12 4l4 3.5M6 12v8h12v-8',
  glass: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1',
}

export type IconName = keyof typeof paths

/** Beside a word, never instead of one: a screen reader reads the word only. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
