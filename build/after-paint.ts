/** In milliseconds; a page that nobody looks at is never painted, and is prepared all the same. */
const unseenMs = 1_000

/**
 * The script of a page that is drawn ahead: what is to be read is on the glass first, then everything that takes the
 * page over is asked for at once, since each step would cost a round trip.
 * @param entry the address of the module that begins, with all that it asks for in its own time, the largest first
 */
export function afterPaint(entry: string, needed: readonly string[]): string {
  const preload = `const link=document.createElement('link');link.rel='modulepreload';link.crossOrigin='';link.href=href;document.head.append(link)`
  // What did not come is said at once, not when patience ends.
  const say = `()=>{for(const wait of document.getElementById('late').getAnimations())wait.finish()}`
  const begin = `for(const href of ${JSON.stringify(needed)}){${preload}}import(${JSON.stringify(entry)}).catch(${say})`
  return [
    `{let begun;const begin=()=>{if(begun)return;begun=true;${begin}}`,
    `setTimeout(begin,${unseenMs})`,
    // Browsers that do not tell of paints throw, or ignore it.
    `try{new PerformanceObserver(begin).observe({type:'paint',buffered:true})}catch{}}`,
  ].join(';')
}
