/** As it is said, in pairs that are never split. Copied or read by a machine it has no blanks. */
export function PhoneNumber({ phone, className }: { phone: string; className: string }) {
  return (
    <strong className={className}>
      {phone.match(/..?/g)?.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pairs may be alike, and none ever moves
        <span key={index}>{pair}</span>
      ))}
    </strong>
  )
}
