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
top=$(mktemp -d)
mount -t tmpfs -o size=6g tmpfs "$top"
mkdir "$top/upper" "$top/work" "$top/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" "$top/root"
mount -t proc proc "$top/root/proc"
for kept in sys dev; do mount --rbind "/$kept" "$top/root/$kept"; done
mount -t tmpfs tmpfs "$top/root/run"
# What is a mount of its own here does not show through the layer.
for shown in "$stand_ins" "$(dirname "$checkout")"; do
  mkdir -p "$top/root$shown" && mount --bind "$shown" "$top/root$shown"
done
for file in /etc/resolv.conf /etc/hosts; do
  content=$(cat "$file") && rm -f "$top/root$file" && printf '%s\n' "$content" >"$top/root$file"
done
unshare --net bash -c 'ip link set lo up && touch "$0" && exec sleep infinity' "$top/root/run/network" &
network=/proc/$!/ns/net
while [ ! -e "$top/root/run/network" ]; do sleep 0.05; done
for script; do
  env -C / chroot "$top/root" env TEST_NETWORK="$network" PATH="$stand_ins:$PATH" bash -euc "$typed" bash "$checkout" "$script"
done
