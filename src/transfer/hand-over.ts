export interface HandedFile {
  bytes: Uint8Array<ArrayBuffer>
  /** For the download; says nothing of anybody. */
  name: string
  /** Of the parcel. */
  id: string
}

/**
 * Makes one file of a dossier. Before anything of it leaves it is marked as handed over: nothing of it is sent from this
 * device any more. What is on its way is cut off, or its answer awaited, which may take minutes.
 * @throws LockedError when it is sealed and not open
 */
export async function handOver(_dossier: string, _code: string, _now: number): Promise<HandedFile> {
  throw new Error('Not made yet.')
}

/** Answers alone, as text for an address. Refused where a photo or a call waits: those need the file. */
export async function handOverAnswers(
  _dossier: string,
  _code: string,
  _now: number,
): Promise<{ text: string; id: string } | { refused: 'photos' }> {
  throw new Error('Not made yet.')
}

/** It goes on here after all. */
export async function takeBack(_dossier: string): Promise<void> {
  throw new Error('Not made yet.')
}

/** Whether what the other device shows proves that all that lies here has arrived there. */
export async function confirmArrival(_dossier: string, _typed: string): Promise<boolean> {
  throw new Error('Not made yet.')
}
