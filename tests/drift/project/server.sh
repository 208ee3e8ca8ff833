# A server with one tool: as much of MCP as a client asks for before it calls it.
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case $line in
    *'"method":"initialize"'*)
      version=$(printf '%s' "$line" | sed -n 's/.*"protocolVersion":"\([^"]*\)".*/\1/p')
      result='{"protocolVersion":"'$version'","capabilities":{"tools":{}},"serverInfo":{"name":"drift","version":"1"}}' ;;
    *'"method":"tools/list"'*)
      result='{"tools":[{"name":"say","description":"Says something","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}' ;;
    *'"method":"tools/call"'*) result='{"content":[{"type":"text","text":"said"}]}' ;;
    *) result='{}' ;;
  esac
  [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
