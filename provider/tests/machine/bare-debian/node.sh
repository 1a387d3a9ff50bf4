#!/bin/bash
# A machine that stays until it is killed, and says where its files are, so that lines can be typed there.
# Usage: node.sh STAND-INS FOLDER, in namespaces of its own for mounts, network and memory.
set -euo pipefail
. "$1/layer.sh" "$@"
# As systemd does at each start.
install -d -m 2775 -o postgres -g postgres "$root/run/postgresql"
echo "$root"
exec sleep infinity
