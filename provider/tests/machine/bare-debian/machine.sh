#!/bin/bash
# A machine of its own for what is typed: this one's files under a layer that is thrown away, and a network without any
# other machine for the services. To be run by `unshare --mount --pid --fork --kill-child`; with HERE=yes on this very
# machine, where a CI that is thrown away itself allows no other.
# Usage: machine.sh STAND-INS CHECKOUT SCRIPT…
set -euo pipefail
stand_ins=$1 checkout=$2
shift 2
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
typed='cd "$1" && . "$2"'
if [ "${HERE:-}" = yes ]; then
  export PATH="$stand_ins:$PATH" TEST_NETWORK=/proc/self/ns/net
  trap 'systemctl stop nginx portal postgresql' EXIT
  for script; do bash -euc "$typed" bash "$checkout" "$script"; done
  exit
fi
. "$stand_ins/layer.sh" "$stand_ins" "$(dirname "$checkout")"
unshare --net bash -c 'ip link set lo up && touch "$0" && exec sleep infinity' "$root/run/network" &
network=/proc/$!/ns/net
while [ ! -e "$root/run/network" ]; do sleep 0.05; done
for script; do
  env -C / chroot "$root" env TEST_NETWORK="$network" PATH="$stand_ins:$PATH" bash -euc "$typed" bash "$checkout" "$script"
done
