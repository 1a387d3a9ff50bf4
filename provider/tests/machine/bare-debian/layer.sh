# To be sourced: this machine's files in the folder $root, under a layer that goes away with the namespace of mounts.
# Usage: . layer.sh SHOWN…, folders that are mounts of their own here, which the layer does not show by itself. The last
# one is the test's: what is left of the layer goes with it.
top=$(mktemp -d -p "${@: -1}")
root=$top/root
mount -t tmpfs -o size=6g tmpfs "$top"
mkdir "$top/upper" "$top/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" "$root"
mount -t proc proc "$root/proc"
for kept in sys dev; do mount --rbind "/$kept" "$root/$kept"; done
mount -t tmpfs tmpfs "$root/run"
for shown; do mkdir -p "$root$shown" && mount --bind "$shown" "$root$shown"; done
for file in /etc/resolv.conf /etc/hosts; do
  content=$(cat "$file") && rm -f "$root$file" && printf '%s\n' "$content" >"$root$file"
done
