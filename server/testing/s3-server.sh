#!/usr/bin/env bash
# An S3 server for the tests: OpenStack Swift with its S3 interface, on loopback, in a folder of its own that goes with it.
# Runs until it is told to stop, and prints one line `NAME=value` for each variable that the tests want, then `ready`.
# With --install it fetches Debian's packages first where they are missing and it may.
set -euo pipefail

if ! command -v swift-proxy-server >/dev/null; then
  if [[ "${1:-}" != --install ]] || ! command -v apt-get >/dev/null || ((EUID != 0)); then
    echo 'There is no swift-proxy-server: install swift-proxy, swift-account, swift-container and swift-object, or run this as root with --install.' >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update && apt-get install -y --no-install-recommends swift-proxy swift-account swift-container swift-object; } >&2
fi

folder="$(mktemp -d "${TMPDIR:-/tmp}/clipline-s3-XXXXXX")"
pids=()
stop() {
  # Each server has workers, which end with it.
  ((${#pids[@]} == 0)) || kill "${pids[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 0' TERM INT HUP

free_ports() { # how many
  /usr/bin/python3 -c '
import socket, sys
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(each.getsockname()[1] for each in sockets))' "$1"
}
read -r proxy object container account <<<"$(free_ports 4)"
access_key=clipline:tester
secret_key="$(head -c 24 /dev/urandom | base64 | tr -d '/+=')"

mkdir -p "$folder"/{etc,nodes/disk,cache}
cat >"$folder/etc/swift.conf" <<END
[swift-hash]
swift_hash_path_suffix = clipline
swift_hash_path_prefix = tests
[storage-policy:0]
name = one
default = yes
END

server_settings() { # name port
  cat <<END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $2
workers = 0
user = $(id -un)
swift_dir = $folder/etc
devices = $folder/nodes
mount_check = false
log_level = ERROR
log_address = $folder/no-log
[pipeline:main]
pipeline = $1-server
[app:$1-server]
use = egg:swift#$1
END
}
for server in object container account; do
  server_settings "$server" "${!server}" >"$folder/etc/$server-server.conf"
done
# One replica on one plain directory. Not by swift-ring-builder, which would start Python nine times.
/usr/bin/python3 -c '
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for name, port in zip(("object", "container", "account"), ports):
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "disk", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(f"{folder}/{name}.ring.gz")' "$folder/etc" "$object" "$container" "$account"
cat >"$folder/etc/proxy-server.conf" <<END
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $proxy
workers = 0
user = $(id -un)
swift_dir = $folder/etc
log_level = ERROR
log_address = $folder/no-log
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_clipline_tester = $secret_key .admin
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
[filter:catch_errors]
use = egg:swift#catch_errors
# tempauth insists on a cache, and does without when none is there.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
END

export SWIFT_DIR="$folder/etc"
for server in object container account proxy; do
  "swift-$server-server" "$folder/etc/$server-server.conf" --verbose >"$folder/$server.log" 2>&1 &
  pids+=($!)
done

for port in "$object" "$container" "$account" "$proxy"; do
  for ((attempt = 0; ; attempt++)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
    if ((attempt == 150)); then
      echo 'The S3 server did not start:' >&2
      cat "$folder"/*.log >&2
      exit 1
    fi
    sleep 0.2
  done
done

echo "TEST_S3_ENDPOINT=http://127.0.0.1:$proxy"
echo "TEST_S3_REGION=us-east-1"
echo "TEST_S3_ACCESS_KEY_ID=$access_key"
echo "TEST_S3_SECRET_ACCESS_KEY=$secret_key"
echo ready
wait
