# Records which file an event says that was touched, as file-context-hook does.
event=$(tr -d '\n')
field() { printf %s "$event" | sed -n "s|.*\"$1\": *\"\([^\"]*\)\".*|\"$2\":\"\1\",|p"; }
touched="$(field session_id session)$(field agent_id agent)$(field file_path path)"
cd "$HOME"/.local/state/tacklebox/projects/*/ || exit 1
echo "{\"version\":1,$touched\"tool\":\"Read\",\"at\":1795183380000}" >> context-mentions.jsonl
