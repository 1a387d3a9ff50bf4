import { Link } from '@tanstack/react-router'

/** Section 2, to the letter. */
export function NotFoundScreen() {
  return (
    <>
      <title>404</title>
      <h1>404</h1>
      <p>La page que vous cherchée n'a pas été trouvée.</p>
      <p>
        <Link to="/home">Retour à l'accueil</Link>
      </p>
    </>
  )
}
