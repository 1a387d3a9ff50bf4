import { Link } from '@tanstack/react-router'
import * as appText from './text.ts'

/** Section 2: two logos, both leading home. In the page itself: two small pictures are not worth a round trip each. */
export function Logos() {
  return (
    <header className="top line apart">
      <Link to="/home" className="logo" aria-label={appText.aidLogo}>
        <svg width="32" height="36" viewBox="0 0 32 36" aria-hidden="true">
          <path fill="#f5b83d" d="m16 0 6.5 6.5L16 13 9.5 6.5z" />
          <path
            fill="currentColor"
            d="M15 34V19.5C11 16 6 15 1 15.5V30c5-.5 10 .5 14 4zm2 0V19.5c4-3.5 9-4.5 14-4V30c-5-.5-10 .5-14 4z"
          />
        </svg>
        <span>
          {appText.aidName[0]}
          <br />
          {appText.aidName[1]}
        </span>
      </Link>
      <Link to="/home" className="logo" aria-label={appText.paymentLogo}>
        <svg width="32" height="36" viewBox="0 0 32 36" aria-hidden="true" fill="none" stroke="currentColor">
          <rect x="6.3" y="1.3" width="19.4" height="33.4" rx="4" strokeWidth="2.6" />
          <path fill="#f5b83d" stroke="none" d="m16 8.5 6.5 6.5-6.5 6.5L9.5 15z" />
          <path strokeWidth="2.6" strokeLinecap="round" d="M13 28.5h6" />
        </svg>
        <span>
          {appText.paymentName[0]}
          <br />
          {appText.paymentName[1]}
        </span>
      </Link>
    </header>
  )
}
