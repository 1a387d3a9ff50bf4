/** The woven band that closes a head or a card. Its cloth is drawn once a page (Weave). */
export function Band() {
  return (
    <svg className="band" aria-hidden="true">
      <rect width="100%" height="12" fill="url(#weave)" />
    </svg>
  )
}

/** One repeat of the cloth: lozenge, thread, grains. Here once, since it is drawn several times a page. */
export function Weave() {
  return (
    <svg className="vh" width="0" height="0" aria-hidden="true">
      <pattern id="weave" width="62" height="12" patternUnits="userSpaceOnUse">
        <path
          fill="#f5b83d"
          d="m10 1 8 5-8 5-8-5zm41 .5 2 1.5-2 1.5L49 3zm0 6L53 9l-2 1.5L49 9zm6-3L59 6l-2 1.5L55 6z"
        />
        <path fill="#5a2f12" d="m10 3.7 3.7 2.3-3.7 2.3L6.3 6z" />
        <path fill="none" stroke="#f5b83d" strokeWidth="1.8" d="m23 9.5 4.5-7 4.5 7 4.5-7 4.5 7" />
      </pattern>
    </svg>
  )
}
